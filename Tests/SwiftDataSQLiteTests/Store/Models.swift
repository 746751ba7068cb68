import SwiftData

/// A small family with every way in which tables are related.
@Model
final class Shelf {
    #Unique<Shelf>([\.room, \.number])
    var room: String
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Volume.shelf)
    var volumes: [Volume] = []
    /// No inverse: a key in the rows of the notes.
    var notes: [Note] = []

    init(_ room: String, _ number: Int) {
        self.room = room
        self.number = number
    }
}

@Model
final class Volume {
    @Attribute(.preserveValueOnDeletion) var title: String
    var pages: Int
    var shelf: Shelf?
    @Relationship(inverse: \Subject.volumes)
    var subjects: [Subject] = []
    @Attribute(.externalStorage) var scan: Data?

    init(_ title: String, pages: Int = 1, shelf: Shelf? = nil) {
        self.title = title
        self.pages = pages
        self.shelf = shelf
    }
}

@Model
final class Subject {
    @Attribute(.unique) var name: String
    var volumes: [Volume] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class Note {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}

/// Holds its keepers back from deletion, and loses its favourite with it.
@Model
final class Museum {
    var name: String
    @Relationship(deleteRule: .deny)
    var keepers: [Keeper] = []
    var favourite: Volume?

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class Keeper {
    var name: String
    var museum: Museum?

    init(_ name: String) {
        self.name = name
    }
}
