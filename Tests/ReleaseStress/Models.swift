import SwiftData
import Synchronization

/// How many models of the program are in memory.
let livingModels = Atomic<Int>(0)

/// Counts a model for as long as it is in memory.
final class Presence: Sendable {
    init() { livingModels.wrappingAdd(1, ordering: .relaxed) }
    deinit { livingModels.wrappingSubtract(1, ordering: .relaxed) }
}

/// A model that reads and writes itself in its deinitialiser, as programs do to log or to clean up.
@Model final class Item {
    #Index<Item>([\.number])
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
        note = Item.lastNote
        shelf = nil
    }

    /// The text that a deinitialiser writes, and that must be found nowhere.
    static let lastNote = "written by a deinitialiser"
}

@Model final class Shelf {
    var number: Int
    @Relationship(inverse: \Item.shelf) var items: [Item] = []
    @Transient var presence = Presence()

    init(number: Int) { self.number = number }

    deinit {
        // The items' deinitialisers lead here: nobody is asked for, lest there is no end.
        precondition(number >= 0)
        items = []
    }
}
