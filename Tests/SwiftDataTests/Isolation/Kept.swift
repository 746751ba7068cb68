import SwiftData

/// A book of which some are in stock.
@Model
final class Kept {
    var title: String
    var stock: Int
    var shelf: KeptShelf?
    @Relationship(inverse: \KeptTag.books) var tags: [KeptTag] = []

    init(title: String, stock: Int) {
        self.title = title
        self.stock = stock
    }
}

@Model
final class KeptShelf {
    var name: String
    @Relationship(inverse: \Kept.shelf) var books: [Kept] = []

    init(name: String) { self.name = name }
}

@Model
final class KeptTag {
    var name: String
    var books: [Kept] = []

    init(name: String) { self.name = name }
}

@Model
final class KeptElsewhere {
    var number = 0
    init() {}
}
