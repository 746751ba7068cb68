import SwiftData

/// A model that reads and writes itself in its deinitialiser, as programs do to log or to clean up.
@Model final class Piece {
    #Index<Piece>([\.number])
    var number: Int
    var name: String
    var note: String?
    var shelf: Shelf?
    @Transient var presence = Presence()

    init(number: Int) {
        self.number = number
        name = "item \(number)"
    }

    deinit {
        precondition(name.hasPrefix("item "), "a model's deinitialiser read something else than its name")
        _ = shelf?.number
        note = Piece.lastNote
        shelf = nil
    }

    /// The text that a deinitialiser writes, and that must be found nowhere.
    static let lastNote = "written by a deinitialiser"
}

@Model final class Shelf {
    var number: Int
    @Relationship(inverse: \Piece.shelf) var items: [Piece] = []
    @Transient var presence = Presence()

    init(number: Int) { self.number = number }

    deinit {
        // The items' deinitialisers lead here: nobody is asked for, lest there is no end.
        precondition(number >= 0)
        items = []
    }
}
