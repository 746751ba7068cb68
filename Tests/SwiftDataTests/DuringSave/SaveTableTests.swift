import SwiftData
import TestSupport
import Testing

@Model
final class Hamper {
    @Attribute(.unique) var name: String
    var weight: Int
    @Attribute(.codable) var postmark = Postmark("")

    init(_ name: String, _ weight: Int) {
        self.name = name
        self.weight = weight
    }
}

/// The table of `docs/contexts.md`, "Code that runs in the middle of a save": each cell is a test.
@Suite struct SaveTableTests {
    static let cells = SaveMoment.allCases.flatMap { moment in SaveOperation.allCases.map { (moment, $0) } }

    @Test(arguments: cells)
    func anOperationInTheMiddleOfASaveComesToWhatTheTableSays(_ cell: (SaveMoment, SaveOperation)) throws {
        let (moment, operation) = cell
        let expected = SaveCell(operation, at: moment)
        let warehouse = try Warehouse(moment)
        let errors = try warehouse.save { try warehouse.perform(operation) }
        #expect(warehouse.runs == 1)
        #expect(errors.save == (moment == .failing))
        #expect((errors.operation as? StoreError)?.code == (expected.isRefused ? .saveInProgress : nil))
        if let seen = expected.seen { #expect(warehouse.seen == seen) }
        #expect(try warehouse.stored() == expected.stored)
        #expect(warehouse.context.hasChanges == (expected.storedLater != nil))
        let final = expected.storedLater ?? expected.stored
        #expect(try warehouse.remembered() == final)
        // What a second save writes is what was kept, and no more.
        try warehouse.context.save()
        #expect(!warehouse.context.hasChanges)
        #expect(try warehouse.stored() == final)
        #expect(try warehouse.remembered() == final)
        try warehouse.checkMap()
    }
}

/// A context with pending changes of each kind, and a way to run code at a moment of its save.
final class Warehouse {
    let context: ModelContext
    let folder: TemporaryFolder
    private let moment: SaveMoment
    private let shelf: TableConfiguration.Shelf?
    private let manager = UndoManager()
    private let crates: [String: Hamper]
    private let new: Hamper
    private(set) var runs = 0
    private(set) var seen: [String] = []

    init(_ moment: SaveMoment) throws {
        self.moment = moment
        folder = try TemporaryFolder()
        let container: ModelContainer
        if moment.needsCustomStore {
            let configuration = TableConfiguration()
            shelf = configuration.shelf
            container = try ModelContainer(for: Schema([Hamper.self]), configurations: [configuration])
        } else {
            shelf = nil
            container = try folder.container(for: Hamper.self)
        }
        context = ModelContext(container)
        var crates: [String: Hamper] = [:]
        for (name, weight) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
            let crate = Hamper(name, weight)
            context.insert(crate)
            crates[name] = crate
        }
        try context.save()
        self.crates = crates
        new = Hamper("n", 5)
        context.undoManager = manager
        context.insert(new)
        if !moment.needsCustomStore { context.insert(Hamper("b", 9)) }
        context.delete(crate("c"))
        crate("a").postmark = Postmark("new")
        context.processPendingChanges()
        crate("a").weight = 10
        context.processPendingChanges()
    }

    func crate(_ name: String) -> Hamper { crates[name] ?? new }

    func perform(_ operation: SaveOperation) throws {
        switch operation {
        case .edit:
            crate("a").weight = 11
            crate("d").weight = 20
            new.weight = 6
        case .insert: context.insert(Hamper("x", 7))
        case .delete:
            context.delete(crate("a"))
            context.delete(new)
        case .fetch: seen = try context.fetch(FetchDescriptor<Hamper>()).map(\.name).sorted()
        case .rollback:
            crate("d").weight = 20
            context.insert(Hamper("x", 7))
            context.rollback()
        case .undo: manager.undo()
        case .save:
            crate("d").weight = 20
            try context.save()
        case .transaction: try context.transaction { crate("d").weight = 20 }
        case .batchDelete: try context.delete(model: Hamper.self, where: #Predicate { $0.name == "d" })
        }
    }

    /// Saves, and runs code once at the moment.
    /// - Returns: True if the save failed, and the error of the code.
    func save(_ code: @escaping () throws -> Void) throws -> (save: Bool, operation: (any Error)?) {
        var failure: (any Error)?
        let run = { [unowned self] in
            guard runs == 0 else { return }
            runs += 1
            do { try code() } catch { failure = error }
        }
        let action = Postmark.Action(run)
        var isFailed = false
        func save() {
            do { try context.save() } catch { isFailed = true }
        }
        func observe(_ name: Notification.Name) {
            let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                action.run()
            }
            save()
            NotificationCenter.default.removeObserver(token)
        }
        switch moment {
        case .willSave: observe(ModelContext.willSave)
        case .didSave: observe(ModelContext.didSave)
        case .conflict:
            let other = ModelContext(context.container)
            try #require(other.model(for: crate("a").persistentModelID) as? Hamper).weight = 99
            try other.save()
            observe(ModelContext.didFindConflicts)
        case .encoding:
            let planning = Postmark.Action { [unowned self] in if context.unit.saveRun.isWriting { run() } }
            Postmark.$whenEncoded.withValue(planning) { save() }
        case .joining:
            withObservationTracking {
                _ = crate("b").weight
            } onChange: {
                action.run()
            }
            save()
        case .beforeWriting:
            shelf?.beforeWriting = run
            save()
        case .afterWriting:
            shelf?.afterWriting = run
            save()
        case .failing:
            shelf?.afterWriting = {
                run()
                throw Sabotage()
            }
            save()
        }
        shelf?.beforeWriting = nil
        shelf?.afterWriting = nil
        return (isFailed, failure)
    }

    /// The weights in the store: as the `sqlite3` program reads them, or in a context that has read nothing.
    func stored() throws -> [String: Int] {
        guard shelf == nil else {
            let crates = try ModelContext(context.container).fetch(FetchDescriptor<Hamper>())
            return try weights(crates.map { ($0.name, $0.weight) })
        }
        let lines = try folder.sqlite3("SELECT ZNAME || ' ' || ZWEIGHT FROM ZHAMPER").split(separator: "\n")
        return try weights(
            lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), try #require(Int(parts[1])))
            }
        )
    }

    /// The weights in the context.
    func remembered() throws -> [String: Int] {
        let crates = try context.fetch(FetchDescriptor<Hamper>())
        // Models that are one after the save are two before it.
        let known = context.insertedModelsArray.compactMap { $0 as? Hamper }.map(\.name)
        let doubled = crates.filter { known.contains($0.name) && !$0.persistentModelID.isTemporary }
        return try weights(crates.filter { crate in !doubled.contains { $0 === crate } }.map { ($0.name, $0.weight) })
    }

    private func weights(_ pairs: [(String, Int)]) throws -> [String: Int] {
        #expect(Set(pairs.map(\.0)).count == pairs.count)
        return Dictionary(pairs) { first, _ in first }
    }

    /// The identity map leads from each identifier to a state that has it and is in the context.
    func checkMap() throws {
        for state in context.unit.identityMap.all {
            #expect(context.unit.identityMap[state.identifier] === state)
            #expect(state.unit === context.unit && state.isAttached)
        }
    }
}
