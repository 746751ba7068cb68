import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

/// The part of a condition that a database decides.
enum AnswerKind: String, CaseIterable {
    /// All of it.
    case exact
    /// Enough to find fewer rows.
    case narrowed
    /// Nothing.
    case none
}

/// The shares of the conditions that a database decides exactly, partly or not at all.
struct AnswerShares: CustomStringConvertible {
    private var counts: [AnswerKind: Int] = [:]

    mutating func count(_ kind: AnswerKind) { counts[kind, default: 0] += 1 }

    static func += (lhs: inout AnswerShares, rhs: AnswerShares) { lhs.counts.merge(rhs.counts, uniquingKeysWith: +) }

    func percent(_ kind: AnswerKind) -> Int {
        let all = counts.values.reduce(0, +)
        return all == 0 ? 0 : counts[kind, default: 0] * 100 / all
    }

    var description: String { AnswerKind.allCases.map { "\(percent($0)) % \($0.rawValue)" }.joined(separator: ", ") }
}

/// Fetches of one entity from a plain database.
struct PlainRequest {
    let database: PlainDatabase
    let dialect: PlainDialect
    let store: String
    let entity: String

    func statement(
        _ query: QueryNode?,
        sort: [QuerySort] = [],
        limit: Int? = nil,
        offset: Int? = nil
    ) throws -> SelectStatement {
        try SelectStatement(
            layout: database.layout,
            dialect: dialect,
            entity: entity,
            storeIdentifier: store,
            query: query,
            sort: sort,
            limit: limit,
            offset: offset,
            columns: .identifiers
        )
    }

    /// The models that a condition chooses: those that the database finds, filtered by what it leaves to memory.
    func choose(
        _ query: QueryNode,
        _ models: [any PersistentModel]
    ) throws -> (chosen: Set<PersistentIdentifier>, answer: AnswerKind) {
        let statement = try statement(query)
        try checkLiterals(of: statement)
        let keys = Set(try database.keys(statement))
        var residual = statement.residual.map { QueryEvaluator($0) }
        let chosen = models.filter { model in
            guard let key = model.persistentModelID.row, keys.contains(key) else { return false }
            return residual?.matches(ModelRow(model)) ?? true
        }
        let hasCondition = try statement.sql != self.statement(nil).sql
        let answer: AnswerKind = statement.residual == nil ? .exact : hasCondition ? .narrowed : .none
        return (Set(chosen.map(\.persistentModelID)), answer)
    }

    /// Expects that no condition is a number, which other databases tell from it.
    private func checkLiterals(of statement: SelectStatement) throws {
        let number = try Regex(#"\b(AND|OR|NOT|WHERE|ELSE) \(?[01]\b|, [01]\)"#)
        #expect(statement.sql.firstMatch(of: number) == nil, "\(statement.sql)")
    }

    /// The keys of a page: what the database does not sort is sorted in memory, and then limit and offset apply there.
    func page(
        _ models: [any PersistentModel],
        by sort: [QuerySort],
        limit: Int,
        offset: Int
    ) throws -> (keys: [Int64], isSortedInMemory: Bool) {
        let statement = try statement(nil, sort: sort, limit: limit, offset: offset)
        let found = try database.keys(statement)
        guard statement.needsPaging else { return (found, false) }
        let known = Dictionary(models.map { ($0.persistentModelID.row, $0) }, uniquingKeysWith: { first, _ in first })
        let rows = QueryOrder(statement.residualSort).sort(found.compactMap { known[$0] }) { ModelRow($0) }
        return (rows.dropFirst(offset).prefix(limit).compactMap(\.persistentModelID.row), true)
    }
}
