import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// A container of a script, and a context.
struct Session {
    let container: ModelContainer
    let context: ModelContext

    init(_ folder: URL, storeCount: Int) throws {
        let box = Schema([Box.self])
        let main = ModelConfiguration("main", schema: box, url: folder.appendingPathComponent("box.store"))
        if storeCount == 1 {
            container = try ModelContainer(for: box, configurations: main)
        } else {
            let entry = Schema([Entry.self])
            let url = folder.appendingPathComponent("entry.store")
            container = try ModelContainer(
                for: Schema([Box.self, Entry.self]),
                configurations: main,
                ModelConfiguration("other", schema: entry, url: url)
            )
        }
        context = ModelContext(container)
        context.author = "torture"
    }

    private init(_ container: ModelContainer) {
        self.container = container
        context = ModelContext(container)
    }

    /// Another context of the container.
    func another() -> Session { Session(container) }

    /// Lets go of the files.
    func close() throws {
        var failure: (any Error)?
        for store in container.core.stores {
            do { try (store as? TrustedStore<DefaultStore>)?.store.connection.close() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    struct Missing: Error {}

    /// A getter has shown what stands in for a value, and has said so.
    struct Unread: Error {}

    func box(_ code: String) throws -> Box {
        let found = try context.fetch(FetchDescriptor<Box>(predicate: #Predicate { $0.code == code }))
        guard let box = found.first else { throw Missing() }
        return box
    }

    func label(_ text: String) throws -> Label {
        let found = try context.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.text == text }))
        guard let label = found.first else { throw Missing() }
        return label
    }

    /// Returns the states that the library reads, in the form of a ``Reference``.
    func states(_ storeCount: Int) throws -> [String] {
        func checked<Value>(_ value: Value) throws -> Value {
            // A read that succeeds later takes the failure out again.
            guard context.readFailures.isEmpty else { throw Unread() }
            return value
        }
        var lines = try context.fetch(FetchDescriptor<Box>()).map { box in
            let values = try (checked(box.code), checked(box.number), checked(box.photo))
            let items = try checked(box.items).map { try (checked($0.name), checked($0.rank)) }
            let labels = try checked(box.labels).map { try checked($0.text) }
            return Reference.line(values.0, values.1, values.2, items, labels)
        }
        let alone = FetchDescriptor<Item>(predicate: #Predicate { $0.box == nil })
        lines += try context.fetch(alone).map { "item \($0.name)" }
        lines += try context.fetch(FetchDescriptor<Label>()).map { "label \($0.text)" }
        guard storeCount > 1 else { return [Reference.text(lines)] }
        let entries = try context.fetch(FetchDescriptor<Entry>()).map { "entry \($0.text) \(digest($0.scan))" }
        return [Reference.text(lines), Reference.text(entries)]
    }
}
