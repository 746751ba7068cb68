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
        /// A foreign key: joined when a property is read.
        case reference(from: String, column: String, level: SQLLevel)
    }
}

/// A composite value: its leaves are columns of a row.
struct SQLComposite {
    let table: String
    let alias: String
    let columns: [PropertyColumns]
    let elements: [AttributeOutline]
    var null: SQLNull
}

/// The rows at the other end of a to-many relationship, as a subquery.
struct SQLRows {
    let table: EntityTable
    let alias: String
    let level: SQLLevel
    /// The tables, and the condition that ties them to the row outside.
    let from: SQLFragment
    let link: SQLFragment
    var conditions: [SQLFragment] = []

    /// `FROM … WHERE …` with everything that was joined.
    func body(_ extra: [SQLFragment] = []) -> SQLFragment {
        let joins = level.joins.joined("")
        let conditions = ([link] + conditions + extra).chained(" AND ")
        return "FROM \(from)\(joins) WHERE \(conditions)"
    }
}

/// The joins of one SELECT: of the statement, or of a subquery.
final class SQLLevel {
    private(set) var joins: [SQLFragment] = []
    private var aliases: [String: String] = [:]

    /// The alias of a joined table; the same join is made once.
    func join(_ table: String, on reference: String, _ makeAlias: () -> String) -> String {
        if let alias = aliases[reference] { return alias }
        let alias = makeAlias()
        aliases[reference] = alias
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
