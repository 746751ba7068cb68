import SwiftData

/// An actor of the program's own, which the library knows nothing of.
@globalActor actor Storekeeper {
    static let shared = Storekeeper()
}

/// The owner of a context of the actor. It may be released anywhere.
@Storekeeper final class Desk {
    let context: ModelContext

    init(_ container: ModelContainer) {
        context = ModelContext(container)
        context.autosaveEnabled = true
    }
}

/// Models that outlive their contexts, and are written while these end.
@Storekeeper enum Counter {
    private static var items: [Piece] = []

    /// Writes to models while another thread releases their context.
    static func serve(_ container: ModelContainer, _ round: Int) throws -> Task<Void, Never> {
        let task = release(try open(container))
        write(round)
        return task
    }

    private static func release(_ desk: Desk) -> Task<Void, Never> {
        Task.detached { withExtendedLifetime(desk) {} }
    }

    /// A desk whose context has models with unsaved changes.
    private static func open(_ container: ModelContainer) throws -> Desk {
        let desk = Desk(container)
        items = Array(try desk.context.fetch(FetchDescriptor<Piece>()).prefix(20))
        for item in items { item.note = "opened" }
        return desk
    }

    private static func write(_ round: Int) {
        for step in 0..<200 {
            for item in items { item.note = "the note of round \(round) and step \(step)" }
        }
    }

    static func close() { items = [] }
}
