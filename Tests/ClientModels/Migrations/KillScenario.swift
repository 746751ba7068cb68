package import Foundation
import SwiftData
import SwiftDataSQLite

/// A small store and a migration of it, which a program can be killed in.
package enum KillScenario: String, CaseIterable, Sendable {
    /// Without a plan.
    case inferred
    /// A plan of two lightweight stages.
    case lightweight
    /// A plan with two custom stages.
    case custom

    private var old: any VersionedSchema.Type { ShelfV1.self }

    private var new: any VersionedSchema.Type {
        switch self {
        case .inferred: ShelfV2.self
        case .lightweight, .custom: ShelfV3.self
        }
    }

    private var plan: (any SchemaMigrationPlan.Type)? {
        switch self {
        case .inferred: nil
        case .lightweight: LightPlan.self
        case .custom: CustomPlan.self
        }
    }

    /// Writes the old store.
    package func fill(_ file: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: old),
            configurations: ModelConfiguration(url: file)
        )
        let context = ModelContext(container)
        for number in 0..<6 {
            let book = ShelfV1.Book(title: "Book \(number)", pages: number * 100)
            context.insert(book)
            book.cover = Data(repeating: UInt8(number), count: number.isMultiple(of: 3) ? 120_000 : 10)
            book.marks = (0..<number).map { ShelfV1.Mark(page: $0) }
        }
        try context.save()
    }

    /// Migrates the store.
    /// - Parameters:
    ///   - wait: The time to wait for another migration, in seconds; nil for the usual time of a store.
    ///   - before: Is called with the number of each statement before it runs.
    /// - Returns: The number of statements.
    package func migrate(
        _ file: URL,
        wait: TimeInterval? = nil,
        before: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> Int {
        let counter = Counter()
        var settings = ConnectionSettings.ordinary
        settings.watching = .off
        settings.statementObserver = { _ in before(counter.next()) }
        let schema = Schema(versionedSchema: new)
        var configuration = ModelConfiguration(schema: schema, url: file)
        if let wait { configuration.migrationWait = wait }
        let store = try DefaultStore(configuration, migrationPlan: plan, settings: settings)
        let count = counter.value
        try store.connection.close()
        return count
    }

    /// Reads the content of the store by the old models; nothing is written.
    package func oldContents(_ file: URL) throws -> String { try ShelfV1.contents(context(old, file)) }

    /// Reads the content of the store by the new models; nothing is written.
    package func newContents(_ file: URL) throws -> String {
        switch self {
        case .inferred: try ShelfV2.contents(context(new, file))
        case .lightweight, .custom: try ShelfV3.contents(context(new, file))
        }
    }

    private func context(_ version: any VersionedSchema.Type, _ file: URL) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version),
                configurations: ModelConfiguration(url: file, allowsSave: false)
            )
        )
    }
}

/// Counts from 1. `@unchecked Sendable`: a lock guards the number.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var value: Int { lock.withLock { number } }

    func next() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}
