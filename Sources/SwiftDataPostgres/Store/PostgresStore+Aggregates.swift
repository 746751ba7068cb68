#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The aggregates of rows; nil where they have to be computed in memory: a part of the request has no SQL, the
    /// server refuses it, or a value is damaged, which a fetch reports with its place.
    package func aggregate(_ request: AggregateRequest) throws -> [AggregateRow]? {
        let statement = try AggregateStatement(
            request,
            layout: model.layout,
            dialect: dialect,
            storeIdentifier: identifier
        )
        guard let statement,
            let server = try? PostgresStatement(
                model.statement(statement.sql),
                statement.bindings,
                model.choices.dates
            )
        else { return nil }
        return try reading { connection in
            let result: PostgresResult
            do {
                result = try connection.run(server)
            } catch let failure as PostgresFailure where failure.isRefusal {
                noteRefusal(of: "an aggregate", request.entityName, failure, server.sql)
                return nil
            }
            var rows: [AggregateRow] = []
            for row in 0..<result.count {
                guard let read = self.row(row, of: result, statement) else { return nil }
                rows.append(read)
            }
            return rows
        }
    }

    private func row(_ row: Int, of result: PostgresResult, _ statement: AggregateStatement) -> AggregateRow? {
        var values: [StoredValue] = []
        var column = 0
        for form in statement.forms {
            guard let value = value(row, column, of: result, form) else { return nil }
            values.append(value)
            if case .model = form { column += 2 } else { column += 1 }
        }
        for check in column..<column + statement.checkCount where result.integer(row, check) != 0 { return nil }
        return AggregateRow(
            keys: Array(values.prefix(statement.keyCount)),
            columns: Array(values.dropFirst(statement.keyCount))
        )
    }

    /// A result; nil for damage.
    private func value(
        _ row: Int,
        _ column: Int,
        of result: PostgresResult,
        _ form: AggregateStatement.Form
    ) -> StoredValue? {
        switch form {
        case .count: return result.integer(row, column).map(StoredValue.integer)
        case .value(let kind), .greatest(let kind):
            if result.isNull(row, column) { return .null }
            guard let form = PostgresForm(kind, model.choices.dates) else { return nil }
            return try? result.value(row, column, form, result.type(column))
        case .sum(let number):
            guard !result.isNull(row, column), let digits = result.withBytes(row, column, NumericValue.text) else {
                return nil
            }
            return number == .decimal
                ? Self.decimalSum(digits) : Int64(digits).map(StoredValue.integer) ?? .string(digits)
        case .model:
            if result.isNull(row, column) { return .null }
            guard let key = result.integer(row, column), let number = result.integer(row, column + 1) else {
                return nil
            }
            return model[number: number].map { .identifier($0.identifier(key)) }
        }
    }

    /// A sum in the form of `DecimalSum.stored`: digits and an exponent.
    private static func decimalSum(_ digits: String) -> StoredValue {
        if digits == "NaN" { return .string(digits) }
        let parts = NumericValue.significant(digits).split(separator: ".")
        return .string("\(parts.joined())e\(parts.count > 1 ? -parts[1].count : 0)")
    }

    /// Reports a statement that the server has refused, and that is evaluated in memory.
    func noteRefusal(of question: String, _ entity: String, _ failure: PostgresFailure, _ sql: String) {
        let kind = "The server refuses \(question) on \(entity)"
        // The text has no stored values.
        let text = sql.prefix(4_000)
        log.limited(.error, kind, "\(kind), which is evaluated in memory: \(failure). Please report this SQL: \(text)")
        refusals.withLock { $0 += 1 }
    }
}
#endif
