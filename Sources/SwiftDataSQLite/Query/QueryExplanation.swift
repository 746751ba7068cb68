/// The way in which the default store answers a fetch.
///
/// An addition to Apple's API, for tests and diagnosis. It holds no stored value: the operands of conditions are
/// question marks in the SQL.
public struct QueryExplanation: Hashable, Sendable {
    /// The statement that finds the rows.
    public let sql: String
    /// The steps of SQLite's query plan, such as `SEARCH t0 USING INDEX Z_Trip_byNameIndex (ZNAME=?)`, each indented by
    /// two spaces for every step that it is a part of.
    public let plan: [String]
    /// The part of the condition that is evaluated in memory, on the rows that the statement finds; nil where there is
    /// none.
    public let filterInMemory: String?
    /// The reason why that part is not SQL.
    public let reason: String?
    /// True if the rows are sorted in memory too. Limit and offset then apply after that.
    public let sortsInMemory: Bool

    /// True if the statement does all of the work.
    public var isSQLOnly: Bool { filterInMemory == nil && !sortsInMemory }
}

extension QueryExplanation: CustomStringConvertible {
    /// Everything, in lines.
    public var description: String {
        var lines = [sql] + plan.map { "  " + $0 }
        if let filterInMemory { lines.append("in memory: \(filterInMemory), because of \(reason ?? "its form")") }
        if sortsInMemory { lines.append("sorted in memory") }
        return lines.joined(separator: "\n")
    }
}
