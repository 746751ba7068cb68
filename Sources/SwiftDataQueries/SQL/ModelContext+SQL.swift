public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// The rows of a statement in SQL that only reads.
    ///
    /// An addition to Apple's API, for the default store. The statement sees saved rows: unsaved changes of the context
    /// have no effect on it. It can do nothing but read; the database itself sees to that.
    ///
    /// ```swift
    /// for (name, count) in try context.sql(
    ///     "SELECT \(\Place.name), count(*) FROM \(Place.self) JOIN \(Trip.self) ON \(\Trip.place) = \(key: Place.self) GROUP BY 1",
    ///     as: (String, Int).self) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - statement: The statement. It must name a class.
    ///   - types: The type of the column, or a tuple of the types of several: the types of attributes with one column,
    ///     and optionals of them. A model class makes models of the column with their keys.
    /// - Throws: ``ModelSQLError``, ``SwiftData/DataStoreError/unsupportedFeature`` for a class in a custom store, and
    ///   ``SwiftData/StoreError`` where the statement fails as it runs.
    public func sql<First, each Column>(
        _ statement: ModelSQL,
        as types: (First, repeat each Column).Type
    ) throws -> [(First, repeat each Column)] {
        let first = try SQLColumn<First>()
        let columns = (repeat try SQLColumn<each Column>())
        var forms = [first.column]
        repeat forms.append((each columns).column)
        let rows = try rows(statement, forms)
        // By column, since models are fetched together.
        let firstValues = try first.values(rows.map { $0[0] }, number: 1, self)
        var number = 1
        func values<Value>(_ column: SQLColumn<Value>) throws -> [Value] {
            number += 1
            return try column.values(rows.map { $0[number - 1] }, number: number, self)
        }
        let values = (repeat try values(each columns))
        return firstValues.indices.map { (firstValues[$0], repeat (each values)[$0]) }
    }

    /// Makes the changes of a statement in SQL, an `UPDATE`, `INSERT` or `DELETE`, changes of this context.
    ///
    /// An addition to Apple's API, for the default store. The models of the rows get the values that the statement
    /// gives them, new models are inserted, and models are deleted by their delete rules. All of that is unsaved, as if
    /// the program had changed the models: ``SwiftData/ModelContext/save()`` writes it, with the history, checks it,
    /// and notifies other contexts and observers. In a transaction it is a part of the transaction.
    ///
    /// ```swift
    /// try context.transaction(isolated: true) {
    ///     try context.execute("UPDATE \(Trip.self) SET \(\Trip.cost) = \(\Trip.cost) * 2 WHERE \(\Trip.days) > 7")
    /// }
    /// ```
    ///
    /// The statement sees saved rows. It can write attributes with a column, and to-one relationships to classes without
    /// subclasses. The models of all rows that it changes are in memory until they are saved: where a condition and new
    /// values have other forms, ``update(_:where:includeSubclasses:_:)`` loads no models.
    ///
    /// - Parameter statement: The statement. It must name the class.
    /// - Returns: The number of rows that are changed.
    /// - Throws: ``ModelSQLError``; ``SwiftData/StoreError`` with code `validation` where the context has unsaved changes of
    ///   the classes, and with other codes where the statement fails as it runs. Nothing has changed then.
    @discardableResult
    public func execute(_ statement: ModelSQL) throws -> Int {
        if let failure = statement.failure { throw failure }
        return try ModelSQLError.mapping { try unit.sql.change(SQLQuery(parts: statement.parts, columns: [])) }
    }

    private func rows(_ statement: ModelSQL, _ columns: [SQLQuery.Column]) throws -> [[StoredValue]] {
        if let failure = statement.failure { throw failure }
        return try ModelSQLError.mapping { try unit.sql.rows(SQLQuery(parts: statement.parts, columns: columns)) }
    }
}
