public import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// Describes how the store would answer a fetch: the SQL, SQLite's plan for it, and the part that is left to
    /// memory.
    ///
    /// An addition to Apple's API. Nothing is fetched. Changes that a context has not saved are no part of it.
    ///
    /// ```swift
    /// let store = try DefaultStore(configuration)
    /// print(try store.explanation(of: FetchDescriptor(predicate: #Predicate<Trip> { $0.name == "Rome" })))
    /// ```
    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` for an order that cannot be, ``StoreError`` when the store
    ///   cannot be read.
    public func explanation<T>(of descriptor: FetchDescriptor<T>) throws -> QueryExplanation where T: PersistentModel {
        let statement = try SelectStatement(
            layout: model.layout,
            dialect: SQLiteDialect(),
            entity: try model.entity(of: T.self).name,
            storeIdentifier: identifier,
            query: descriptor.query,
            sort: try descriptor.sortKeys(),
            limit: descriptor.fetchLimit.map { max($0, 0) },
            offset: descriptor.fetchOffset.flatMap { $0 > 0 ? $0 : nil }
        )
        return QueryExplanation(
            sql: statement.sql,
            plan: try connection.readOnce { try plan(of: statement, $0) },
            filterInMemory: statement.residual?.description,
            reason: statement.residualReason,
            sortsInMemory: !statement.residualSort.isEmpty
        )
    }

    /// The plan of a statement that the store has run, without the values that it has bound.
    package func plan(of sql: String) throws -> [String] { try connection.readOnce { try plan(of: sql, $0) } }

    private func plan(of statement: SelectStatement, _ runner: SQLRunner) throws -> [String] {
        try plan(of: statement.sql, runner) { try statement.bind(to: &$0) }
    }

    private func plan(
        of sql: String,
        _ runner: SQLRunner,
        _ bind: (inout ParameterBinder) throws -> Void = { _ in }
    ) throws -> [String] {
        var lines: [String] = []
        var depths: [Int64: Int] = [:]
        try runner.query("EXPLAIN QUERY PLAN " + sql, bind) { row in
            let depth = depths[row.integer(1)].map { $0 + 1 } ?? 0
            depths[row.integer(0)] = depth
            lines.append(String(repeating: "  ", count: depth) + row.text(3))
        }
        return lines
    }
}

extension ModelContext {
    /// Describes how the default store would answer a fetch of this context's; see ``DefaultStore/explanation(of:)``.
    ///
    /// An addition to Apple's API.
    /// - Throws: ``DataStoreError/unsupportedFeature`` where the model is kept in a custom store, and the errors of
    ///   ``DefaultStore/explanation(of:)``.
    public func explanation<T>(of descriptor: FetchDescriptor<T>) throws -> QueryExplanation where T: PersistentModel {
        try container.explanation(of: descriptor)
    }
}

extension ModelContainer {
    /// Describes how the default store would answer a fetch; see ``DefaultStore/explanation(of:)``.
    ///
    /// An addition to Apple's API.
    /// - Throws: ``DataStoreError/unsupportedFeature`` where the model is kept in a custom store, and the errors of
    ///   ``DefaultStore/explanation(of:)``.
    public func explanation<T>(of descriptor: FetchDescriptor<T>) throws -> QueryExplanation where T: PersistentModel {
        guard let box = core.store(forEntity: Schema.entityName(for: T.self)) as? TrustedStore<DefaultStore> else {
            throw DataStoreError.unsupportedFeature
        }
        return try box.store.explanation(of: descriptor)
    }
}
