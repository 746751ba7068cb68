import SwiftDataCore

/// The translation of a node.
indirect enum SQLTerm {
    case scalar(SQLScalar)
    case row(SQLRow)
    case composite(SQLComposite)
    case rows(SQLRows)
    case list([QueryValue])
    /// One of two terms that no single expression can represent.
    case choice(SQLChoice)
    /// `nil`.
    case null
}

/// The result of a conditional, a cast or an optional chain that is not a single value.
struct SQLChoice {
    /// The test: if it is 1, `yes` is the term; if it is 0 or NULL, `no`.
    let test: SQLFragment
    let yes: SQLTerm
    let no: SQLTerm
}

/// The meaning of NULL.
enum SQLNull {
    /// NULL does not occur.
    case never
    /// `nil`.
    case nilValue
    /// An evaluation that fails, so that the row does not match.
    case failure
}

/// One value.
struct SQLScalar {
    var fragment: SQLFragment
    var kind: AttributeKind
    var null: SQLNull
    /// The value, if it is a constant.
    var constant: StoredValue?
    /// The column, if it is a column with strings.
    var column: TextColumn?

    init(_ fragment: SQLFragment, _ kind: AttributeKind, _ null: SQLNull, constant: StoredValue? = nil) {
        self.fragment = fragment
        self.kind = kind
        self.null = null
        self.constant = constant
    }
}

/// A condition.
struct SQLCondition {
    var fragment: SQLFragment
    /// True if it can be NULL because the evaluation failed.
    var mayFail: Bool

    init(_ fragment: SQLFragment, mayFail: Bool = false) {
        self.fragment = fragment
        self.mayFail = mayFail
    }
}

/// A model: a row of a table that the statement reads, or the foreign key to a row that is joined when it is needed.
struct SQLRow {
    let table: EntityTable
    /// The key; NULL if there is no model.
    let key: SQLFragment
    /// The meaning of a missing model.
    var null: SQLNull
    let source: Source

    enum Source {
        /// A table of the FROM clause.
        case alias(String, SQLLevel)
        /// A foreign key in its form in SQL, which is joined when a property is read.
        case reference(from: String, column: String, level: SQLLevel)
    }
}

/// A composite value, whose leaves are columns of a row.
struct SQLComposite {
    let table: String
    let alias: String
    let columns: [PropertyColumns]
    let elements: [AttributeOutline]
    let names: any LayoutNames
    /// An expression that is NULL if the value is nil, that is if no leaf has a value.
    let key: SQLFragment
    var null: SQLNull
}

/// The elements of a collection, as a subquery: the rows at the other end of a to-many relationship, or the values of
/// an array.
struct SQLRows {
    /// The term of one element.
    let element: SQLTerm
    let level: SQLLevel
    /// The tables of the FROM clause.
    let from: SQLFragment
    /// The conditions that join the tables with the outer row, and the conditions that filter the elements.
    var conditions: [SQLFragment] = []
    /// The expression that orders the elements.
    let position: SQLFragment
    /// True if the order has a meaning in Swift.
    let isOrdered: Bool
    /// An expression that is NULL if there is no collection. Without it there always is one.
    var presence: SQLFragment?
    /// The meaning of a missing collection.
    var null = SQLNull.never
    /// An expression that is NULL if a collection that is not nil cannot be read, so that the evaluation fails.
    var content: SQLFragment?
    /// True if only damaged bytes make the evaluation fail.
    var failsForDamageOnly = false
    /// The column with the array that has the elements, if the database has a type for arrays.
    var column: SQLFragment?
    /// True if a missing collection has no elements in SQL.
    var isEmptyWhereMissing = true

    /// `FROM … WHERE …` with all joins.
    func body(_ extra: [SQLFragment] = []) -> SQLFragment {
        let joins = level.joins.joined("")
        let conditions = self.conditions + extra
        return conditions.isEmpty
            ? "FROM \(from)\(joins)" : "FROM \(from)\(joins) WHERE \(conditions.chained(" AND "))"
    }

    /// The same collection, which is also nil if another expression is NULL. It must be a collection that cannot fail.
    func missing(where other: SQLFragment, isEmpty: Bool) -> SQLRows {
        var rows = self
        rows.presence = both(other)
        rows.null = .nilValue
        rows.isEmptyWhereMissing = isEmpty && isEmptyWhereMissing
        return rows
    }

    /// The same collection, whose evaluation fails if another expression is NULL. It has elements even then.
    func failing(where other: SQLFragment) -> SQLRows {
        var rows = self
        rows.presence = both(other)
        rows.null = .failure
        rows.failsForDamageOnly = false
        rows.isEmptyWhereMissing = false
        return rows
    }

    private func both(_ other: SQLFragment) -> SQLFragment {
        presence.map { "CASE WHEN \(other) IS NOT NULL THEN \($0) END" } ?? other
    }

    /// A condition that needs an element. If it need not be exact, it treats a failure as an empty collection.
    func guarded(_ condition: SQLCondition, exact: Bool) -> SQLCondition {
        guard !exact, isEmptyWhereMissing else { return guarded(condition) }
        return SQLCondition(condition.fragment, mayFail: condition.mayFail || null == .failure && !failsForDamageOnly)
    }

    /// A condition on the collection that fails if there is none.
    func guarded(_ condition: SQLCondition) -> SQLCondition {
        guard let presence else { return condition }
        return SQLCondition("CASE WHEN \(presence) IS NOT NULL THEN \(condition.fragment) END", mayFail: true)
    }
}

/// The joins of one SELECT: of the statement, or of a subquery.
final class SQLLevel {
    /// A state that can be restored if a translation fails midway.
    struct Mark {
        fileprivate let joins: [SQLFragment]
        fileprivate let aliases: [String: String]
    }

    var mark: Mark { Mark(joins: joins, aliases: aliases) }

    func reset(to mark: Mark) {
        joins = mark.joins
        aliases = mark.aliases
    }

    private(set) var joins: [SQLFragment] = []
    private var aliases: [String: String] = [:]

    /// Returns the alias of a joined table. The same join is made once.
    /// - Parameters:
    ///   - table: The table, in its form in SQL.
    ///   - key: Its key, in its form in SQL.
    func join(_ table: String, key: String, on reference: SQLFragment, _ makeAlias: () -> String) -> String {
        if reference.bindings.isEmpty, let alias = aliases[reference.sql] { return alias }
        let alias = makeAlias()
        if reference.bindings.isEmpty { aliases[reference.sql] = alias }
        joins.append(" LEFT JOIN \(table) \(alias) ON \(alias).\(key) = \(reference)")
        return alias
    }
}

/// The reason why a node has no SQL. It is evaluated in memory then.
struct Untranslatable: Error {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
