import SwiftData
import TestSupport
import Testing

/// Undoing and redoing leads to the relationships, on both sides and in order, that plain arrays say.
@Suite struct UndoPlainLibraryTests {
    struct Mode: CustomTestStringConvertible, Sendable {
        let saves: Bool
        let transactions: Bool
        /// True if the relationships are read after each step, so that all are loaded.
        let reads: Bool

        var testDescription: String { "saves: \(saves), transactions: \(transactions), reads: \(reads)" }
    }

    private static let modes = [
        Mode(saves: false, transactions: false, reads: true),
        Mode(saves: true, transactions: false, reads: true),
        Mode(saves: true, transactions: true, reads: true),
        Mode(saves: false, transactions: false, reads: false),
    ]

    /// A store with a library, in a context that has read the models and no to-many relationship.
    private func library(_ seed: UInt64) throws -> (LibraryScript, UndoManager) {
        let (filling, _) = try undoableLibrary()
        filling.undoManager = nil
        let first = LibraryScript(filling, seed: seed &+ 1_000)
        for _ in 0..<40 { first.edit() }
        try filling.save()
        let context = ModelContext(filling.container)
        let script = LibraryScript(context, seed: seed)
        try script.begin(with: first.plain)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        return (script, manager)
    }

    @Test(arguments: Trials.seeds(20), modes)
    func undoingAndRedoingGoAsThePlainArraysSay(_ seed: UInt64, _ mode: Mode) throws {
        let (script, manager) = try library(seed)
        let context = script.context
        if mode.reads { try #require(try PlainLibrary(context) == script.plain) }
        // A member that was removed from unread members may come back in another place.
        func seen(in context: ModelContext) throws -> PlainLibrary {
            let library = try PlainLibrary(context)
            return mode.reads ? library : library.unordered
        }
        func wanted(_ script: LibraryScript) -> PlainLibrary { mode.reads ? script.plain : script.plain.unordered }
        func check(_ place: String) throws {
            guard mode.reads || script.chance(of: 12) else { return }
            let found = try seen(in: context)
            try #require(found == wanted(script), "\(place)\n\(script.log.joined(separator: "\n"))")
        }
        func mayBeSave() throws {
            if mode.saves, script.chance(of: 4) { try context.save() }
        }
        var states = [script.plain]
        for step in 0..<25 {
            try manager.group {
                if mode.transactions, script.chance(of: 3) {
                    try script.transaction()
                } else {
                    script.edit()
                    while script.chance(of: 2) { script.edit() }
                }
            }
            try check("step \(step)")
            guard manager.undoCount == states.count else {
                try #require(script.plain == states.last)
                continue
            }
            states.append(script.plain)
            try mayBeSave()
        }
        for round in 1...2 {
            for index in states.indices.dropLast().reversed() {
                manager.undo()
                script.go(to: states[index])
                try check("round \(round), undo to \(index)")
                try mayBeSave()
            }
            #expect(!manager.canUndo)
            for index in states.indices.dropFirst() {
                manager.redo()
                script.go(to: states[index])
                try check("round \(round), redo to \(index)")
                try mayBeSave()
            }
            #expect(!manager.canRedo)
        }
        // Somewhere in the middle.
        for index in states.indices.dropLast().reversed().prefix(states.count / 2) {
            manager.undo()
            script.go(to: states[index])
        }
        #expect(try seen(in: context) == wanted(script))
        try context.save()
        #expect(try seen(in: context) == wanted(script))
        #expect(try seen(in: ModelContext(context.container)) == wanted(script))
    }

    @Test(arguments: Trials.seeds(20), [false, true])
    func aFailedTransactionRestoresTheOrder(_ seed: UInt64, _ hasManager: Bool) throws {
        struct Stop: Error {}
        let (script, _) = try library(seed)
        if !hasManager { script.context.undoManager = nil }
        for _ in 0..<(seed % 3) { script.edit() }
        let before = script.plain
        for _ in 1...3 {
            #expect(throws: Stop.self) {
                try script.context.transaction {
                    for _ in 0..<6 { script.edit() }
                    throw Stop()
                }
            }
            script.go(to: before)
        }
        let seen = try PlainLibrary(script.context)
        try #require(seen == before, "\(script.log.joined(separator: "\n"))")
        try script.context.save()
        #expect(try PlainLibrary(ModelContext(script.context.container)) == before)
    }
}
