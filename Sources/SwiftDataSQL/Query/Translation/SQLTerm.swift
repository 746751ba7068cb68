import SwiftDataCore

/// The translation of a node.
indirect enum SQLTerm {
    case scalar(SQLScalar)
    case row(SQLRow)
    case composite(SQLComposite)
    case rows(SQLRows)
    case list([QueryValue])
    /// `nil`.
    case null
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
    /// Whether the key can be NULL although the row is there: a model of another class.
    var isConditional = false

    enum Source {
        /// A table of the FROM clause.
        case alias(String, SQLLevel)
        /// A foreign key: joined when a property is read.
        case reference(from: String, column: String, level: SQLLevel)
        /// A key that an expression gives.
        case expression(SQLFragment, level: SQLLevel)
    }
}

/// A composite value: its leaves are columns of a row.
struct SQLComposite {
    let alias: String
    let columns: [PropertyColumns]
    let elements: [AttributeOutline]
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
    /// Where the rows outside are read.
    var outer: SQLLevel?
    /// Whether a missing collection has no elements in SQL.
    var isEmptyWhereMissing = true

    /// `FROM … WHERE …` with everything that was joined.
    func body(_ extra: [SQLFragment] = []) -> SQLFragment {
        let joins = level.joins.joined("")
        let conditions = self.conditions + extra
        return conditions.isEmpty
            ? "FROM \(from)\(joins)" : "FROM \(from)\(joins) WHERE \(conditions.chained(" AND "))"
    }

    /// The same collection, missing where something else is NULL too.
    func required(_ other: SQLFragment?, _ meaning: SQLNull, isEmptyWhereMissing isEmpty: Bool) -> SQLRows {
        guard let other else { return self }
        var rows = self
        rows.presence = presence.map { "CASE WHEN \(other) IS NOT NULL THEN \($0) END" } ?? other
        rows.null = null == .failure || meaning == .failure ? .failure : .nilValue
        rows.isEmptyWhereMissing = isEmpty && isEmptyWhereMissing
        return rows
    }

    /// `collection ?? fallback`.
    func replacingNil(with fallback: SQLTerm) throws -> SQLRows {
        guard null == .nilValue, let presence else { return self }
        guard case .list(let values) = fallback, values.isEmpty else {
            throw Untranslatable("?? between collections")
        }
        var rows = self
        rows.presence = nil
        rows.null = .never
        if !isEmptyWhereMissing { rows.conditions.append("\(presence) IS NOT NULL") }
        rows.isEmptyWhereMissing = true
        return rows
    }

    /// A condition on the collection, which fails where there is none.
    func guarded(_ condition: SQLCondition) -> SQLCondition {
        guard let presence else { return condition }
        return SQLCondition("CASE WHEN \(presence) IS NOT NULL THEN \(condition.fragment) END", mayFail: true)
    }

    /// A value that the collection has, which fails where there is none.
    func guarded(_ value: SQLScalar) throws -> SQLScalar {
        guard let presence else { return value }
        guard value.null != .nilValue else { throw Untranslatable("a value that may be nil or fail") }
        var value = value
        value.fragment = "CASE WHEN \(presence) IS NOT NULL THEN \(value.fragment) END"
        value.null = .failure
        return value
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
    func join(_ table: String, on reference: SQLFragment, _ makeAlias: () -> String) -> String {
        if reference.bindings.isEmpty, let alias = aliases[reference.sql] { return alias }
        let alias = makeAlias()
        if reference.bindings.isEmpty { aliases[reference.sql] = alias }
        joins.append(" LEFT JOIN \(SQLIdentifier.quoted(table)) \(alias) ON \(alias).Z_PK = \(reference)")
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
