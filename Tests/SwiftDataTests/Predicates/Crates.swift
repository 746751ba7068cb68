import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// A model with an index of each kind, and relationships of each shape.
enum Size: String, Codable {
    case small, large, huge

    var rank: String { self == .small ? "1" : "2" }
}
struct Seal: Codable {
    enum Colour: Int, Codable {
        case red = 3
        case green = 1
    }

    var number = 0
    var colour = Colour.red
}
struct Handling: OptionSet, Codable {
    let rawValue: Int
}

@Model
final class Crate {
    #Index<Crate>(
        [\.label],
        [\.note],
        [\.count],
        [\.weight],
        [\.packed],
        [\.serial],
        [\.isSealed],
        [\.isSealed, \.weight],
        [\.opened, \.label]
    )

    var label: String
    var note: String?
    var count = 0
    var weight = 0.0
    var packed = Date(timeIntervalSinceReferenceDate: 0)
    var opened: Date?
    var serial = UUID()
    var isSealed = false
    var plain = ""
    var size = Size.small
    var seal = Seal()
    var handling = Handling(rawValue: 0)
    var shelf: Shelf?
    @Relationship(inverse: \Stamp.crates) var stamps: [Stamp] = []

    init(_ label: String) { self.label = label }
}

@Model
final class Shelf {
    var name: String
    var size: Size?
    @Relationship(inverse: \Crate.shelf) var crates: [Crate] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Stamp {
    #Index<Stamp>([\.name])

    var name: String
    var crates: [Crate] = []

    init(_ name: String) { self.name = name }
}

/// A store of crates, with the statements that its fetches run.
struct CrateStore {
    let container: ModelContainer
    let context: ModelContext
    let crates: [Crate]

    /// - Parameter file: Nil for a store in memory.
    init(_ file: URL? = nil, labels: [String]) throws {
        let configuration = file.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Crate.self, Shelf.self, Stamp.self, configurations: configuration)
        context = ModelContext(container)
        context.autosaveEnabled = false
        let shelves = (0..<3).map { Shelf("shelf \($0)") }
        for (shelf, size) in zip(shelves, [Size.small, nil, .huge]) { shelf.size = size }
        let stamps = (0..<3).map { Stamp("stamp \($0)") }
        var crates: [Crate] = []
        for (index, label) in labels.enumerated() {
            let crate = Crate(label)
            crate.note = index % 3 == 0 ? nil : label
            crate.count = index
            crate.weight = index % 7 == 0 ? .nan : Double(index) / 4
            crate.packed = Date(timeIntervalSinceReferenceDate: Double(index) * 60)
            crate.opened = index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index % 5))
            crate.isSealed = index % 2 == 0
            crate.plain = label
            crate.size = [.small, .large, .huge][index % 3]
            crate.seal = Seal(number: index % 2, colour: index % 5 < 2 ? .red : .green)
            crate.handling = Handling(rawValue: index % 4)
            context.insert(crate)
            crate.shelf = index % 4 == 3 ? nil : shelves[index % 4]
            crate.stamps = [stamps[index % 3]]
            crates.append(crate)
        }
        try context.save()
        self.crates = crates
    }
}

extension CrateStore {
    /// On a store that is there already.
    init(_ container: ModelContainer) {
        self.container = container
        context = ModelContext(container)
        crates = []
    }

    var store: DefaultStore {
        get throws { try #require(container.core.stores.first as? TrustedStore<DefaultStore>).store }
    }

    /// SQLite's plan for a fetch, as the same connection reports it, and the rows that the fetch finds.
    func run(_ descriptor: FetchDescriptor<Crate>) throws -> (plan: String, rows: [Crate]) {
        let connection = try store.connection
        let seen = Locked<[String]>([])
        connection.statementObserver = { sql in seen.withLock { $0.append(sql) } }
        let rows = try ModelContext(container).fetch(descriptor)
        connection.statementObserver = nil
        let statement = try #require(seen.withLock { $0.first { $0.contains("FROM ZCRATE t0") } })
        var plan: [String] = []
        try connection.readOnce { runner in
            try runner.query("EXPLAIN QUERY PLAN " + statement, row: { plan.append($0.text(3)) })
        }
        return (plan.joined(separator: "\n"), rows)
    }
}
