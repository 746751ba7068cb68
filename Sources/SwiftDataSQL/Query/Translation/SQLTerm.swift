import SwiftDataCore

/// The translation of a node.
indirect enum SQLTerm {
    case scalar(SQLScalar)
    case row(SQLRow)
    case composite(SQLComposite)
    case rows(SQLRows)
    case list([QueryValue])
    /// One of two, neither of which is a value in one expression.
    case choice(SQLChoice)
    /// `nil`.
    case null
}

/// What a conditional, a cast or an optional chain through something else leads to.
struct SQLChoice {
    /// Where it is 1, `yes` is meant; where it is 0 or NULL, `no`.
    let test: SQLFragment
    let yes: SQLTerm
    let no: SQLTerm
}

/// What NULL stands for.
enum SQLNull {
    /// It does not occur.
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
    /// The value, where it is a constant.
    var constant: StoredValue?
    /// The column, where it is one with strings.
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
    /// Whether it can be NULL because the evaluation failed.
    var mayFail: Bool

    init(_ fragment: SQLFragment, mayFail: Bool = false) {
        self.fragment = fragment
        self.mayFail = mayFail
    }
}

/// A model: a row of a table that the statement reads, or the foreign key to one that is joined when it is needed.
struct SQLRow {
    let table: EntityTable
    /// NULL where there is no model.
    let key: SQLFragment
    /// What a missing model means.
    var null: SQLNull
    let source: Source

    enum Source {
        /// A table of the FROM clause.
        case alias(String, SQLLevel)
        /// A foreign key, as it is written: joined when a property is read.
        case reference(from: String, column: String, level: SQLLevel)
    }
}

/// A composite value: its leaves are columns of a row.
struct SQLComposite {
    let table: String
    let alias: String
    let columns: [PropertyColumns]
    let elements: [AttributeOutline]
    let names: any LayoutNames
    var null: SQLNull
}

/// The elements of a collection, as a subquery: the rows at the other end of a to-many relationship, or the values of
/// an array.
struct SQLRows {
    /// One element.
    let element: SQLTerm
    let level: SQLLevel
    /// The tables.
    let from: SQLFragment
    /// What ties the tables to the row outside, and what the elements were filtered by.
    var conditions: [SQLFragment] = []
    /// What the elements are ordered by.
    let position: SQLFragment
    /// Whether the order means something to Swift.
    let isOrdered: Bool
    /// NULL where there is no collection; without it there always is one.
    var presence: SQLFragment?
    /// What a missing collection means.
    var null = SQLNull.never
    /// NULL where a collection that is not nil cannot be read, so that the evaluation fails.
    var content: SQLFragment?
    /// Whether nothing but damaged bytes makes the evaluation fail.
    var failsForDamageOnly = false
    /// Whether a missing collection has no elements in SQL.
    var isEmptyWhereMissing = true

    /// `FROM … WHERE …` with everything that was joined.
    func body(_ extra: [SQLFragment] = []) -> SQLFragment {
        let joins = level.joins.joined("")
        let conditions = self.conditions + extra
        return conditions.isEmpty
            ? "FROM \(from)\(joins)" : "FROM \(from)\(joins) WHERE \(conditions.chained(" AND "))"
    }

    /// The same collection, nil where something else is NULL too. One that may fail is none of these.
    func missing(where other: SQLFragment, isEmpty: Bool) -> SQLRows {
        var rows = self
        rows.presence = both(other)
        rows.null = .nilValue
        rows.isEmptyWhereMissing = isEmpty && isEmptyWhereMissing
        return rows
    }

    /// The same collection, whose evaluation fails where something else is NULL; it has elements there all the same.
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

    /// A condition that needs an element. Where it need not be exact, having none will do for failing.
    func guarded(_ condition: SQLCondition, exact: Bool) -> SQLCondition {
        guard !exact, isEmptyWhereMissing else { return guarded(condition) }
        return SQLCondition(condition.fragment, mayFail: condition.mayFail || null == .failure && !failsForDamageOnly)
    }

    /// A condition on the collection, which fails where there is none.
    func guarded(_ condition: SQLCondition) -> SQLCondition {
        guard let presence else { return condition }
        return SQLCondition("CASE WHEN \(presence) IS NOT NULL THEN \(condition.fragment) END", mayFail: true)
    }
}

/// The joins of one SELECT: of the statement, or of a subquery.
final class SQLLevel {
    /// What can be returned to when a translation fails midway.
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

    /// The alias of a joined table; the same join is made once.
    /// - Parameters:
    ///   - table: The table, as it is written.
    ///   - key: Its key, as it is written.
    func join(_ table: String, key: String, on reference: SQLFragment, _ makeAlias: () -> String) -> String {
        if reference.bindings.isEmpty, let alias = aliases[reference.sql] { return alias }
        let alias = makeAlias()
        if reference.bindings.isEmpty { aliases[reference.sql] = alias }
        joins.append(" LEFT JOIN \(table) \(alias) ON \(alias).\(key) = \(reference)")
        return alias
    }
}

/// Why a node is not SQL: it is evaluated in memory then.
struct Untranslatable: Error {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
