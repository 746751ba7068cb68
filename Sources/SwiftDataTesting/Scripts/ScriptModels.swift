import SwiftData

// The models of the random scripts: every shape of relationship, and a subclass.

/// A class with relationships to itself, one-to-many and one-to-one, and a to-many that cascades.
@Model
class Artist {
    var name: String
    var age: Int
    var motto: String?
    @Relationship(inverse: \Artist.pupils) var mentor: Artist?
    var pupils: [Artist] = []
    @Relationship(inverse: \Artist.challenger) var rival: Artist?
    var challenger: Artist?
    @Relationship(deleteRule: .cascade, inverse: \Work.artist) var works: [Work] = []
    @Relationship(inverse: \Badge.holder) var badges: [Badge] = []

    init(name: String, age: Int, motto: String?) {
        self.name = name
        self.age = age
        self.motto = motto
    }
}

/// A subclass with a relationship that denies the deletion.
@Model
final class Sculptor: Artist {
    var marble: Double?
    @Relationship(deleteRule: .deny, inverse: \Commission.sculptor) var commissions: [Commission] = []

    init(name: String, age: Int, motto: String?, marble: Double?) {
        self.marble = marble
        super.init(name: name, age: age, motto: motto)
    }
}

/// Many-to-many as an optional array, and a one-to-one that cascades.
@Model
final class Work {
    var title: String
    var price: Double?
    var artist: Artist?
    @Relationship(inverse: \Topic.works) var topics: [Topic]?
    @Relationship(deleteRule: .cascade, inverse: \Frame.work) var frame: Frame?

    init(title: String, price: Double?) {
        self.title = title
        self.price = price
    }
}

@Model
final class Topic {
    var word: String
    var works: [Work] = []
    @Relationship(inverse: \Badge.topics) var badges: [Badge] = []

    init(word: String) {
        self.word = word
    }
}

/// A to-one that must lead somewhere.
@Model
final class Frame {
    var material: String
    var work: Work

    init(material: String, work: Work) {
        self.material = material
        self.work = work
    }
}

@Model
final class Commission {
    var sum: Int
    var sculptor: Sculptor?

    init(sum: Int) {
        self.sum = sum
    }
}

/// Relationships that have no other side, and a delete rule that does nothing.
@Model
final class Gallery {
    var town: String
    @Relationship(inverse: nil) var shown: [Work] = []
    @Relationship(inverse: nil) var patron: Artist?
    @Relationship(deleteRule: .noAction, inverse: \Room.gallery) var rooms: [Room] = []

    init(town: String) {
        self.town = town
    }
}

@Model
final class Room {
    var number: Int
    var gallery: Gallery?

    init(number: Int) {
        self.number = number
    }
}

/// A unique attribute, with a relationship of each kind that an upsert has to join.
@Model
final class Badge {
    @Attribute(.unique) var code: String?
    var colour: String
    var holder: Artist?
    var topics: [Topic] = []

    init(code: String?, colour: String) {
        self.code = code
        self.colour = colour
    }
}

/// A relationship with a least and a greatest number of models.
@Model
final class Jury {
    var prize: String
    @Relationship(minimumModelCount: 2, maximumModelCount: 3, inverse: \Juror.jury) var jurors: [Juror]?

    init(prize: String) {
        self.prize = prize
    }
}

@Model
final class Juror {
    var name: String
    var jury: Jury?

    init(name: String) {
        self.name = name
    }
}
