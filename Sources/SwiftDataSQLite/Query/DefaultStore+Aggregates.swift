package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// The aggregates of rows; nil where they have to be computed in memory: a part of the request has no SQL, or a
    /// value is damaged, which a fetch reports with its place.
    package func aggregate(_ request: AggregateRequest) throws -> [AggregateRow]? {
        for skipsNaN in [false, true] {
            guard let statement = try statement(request, [], skipsNaN) else { return nil }
            let rows: [AggregateRow]? =
                if statement.textColumns.isEmpty {
                    try connection.readOnce { try self.rows(statement, $0) }
                } else {
                    try connection.read(composing: statement.textColumns) { runner, isComposed in
                        let known = isComposed ? try self.statement(request, statement.textColumns, skipsNaN) : nil
                        return try self.rows(known ?? statement, runner)
                    }
                }
            guard let rows else { return nil }
            // NaN is behind every number, as text.
            if !skipsNaN, statement.hasNaN(rows) { continue }
            return rows
        }
        return nil
    }

    private func statement(
        _ request: AggregateRequest,
        _ composed: Set<TextColumn>,
        _ skipsNaN: Bool
    ) throws -> AggregateStatement? {
        try AggregateStatement(
            request,
            layout: model.layout,
            dialect: SQLiteDialect(),
            storeIdentifier: identifier,
            composed: composed,
            skipsNaN: skipsNaN
        )
    }

    private func rows(_ statement: AggregateStatement, _ runner: SQLRunner) throws -> [AggregateRow]? {
        var found: [AggregateRow] = []
        var isDamaged = false
        try runner.prepare(statement.sql).queryWhile {
            for binding in statement.bindings { try binding.bind(to: &$0) }
        } row: { row in
            guard let read = self.row(row, statement) else {
                isDamaged = true
                return false
            }
            found.append(read)
            return true
        }
        return isDamaged ? nil : found
    }

    private func row(_ row: ResultRow, _ statement: AggregateStatement) -> AggregateRow? {
        var values: [StoredValue] = []
        values.reserveCapacity(statement.forms.count)
        var index = 0
        for form in statement.forms {
            guard let value = value(index, form, row) else { return nil }
            values.append(value)
            index += form.columnCount
        }
        for check in index..<index + statement.checkCount where row.integer(check) != 0 { return nil }
        return AggregateRow(
            keys: Array(values.prefix(statement.keyCount)),
            columns: Array(values.dropFirst(statement.keyCount))
        )
    }

    /// A result; nil for damage.
    private func value(_ index: Int, _ form: AggregateStatement.Form, _ row: ResultRow) -> StoredValue? {
        switch form {
        case .count: return .integer(row.integer(index))
        case .value(let kind), .greatest(let kind):
            guard let form = ColumnForm(kind) else { return nil }
            return try? ColumnCoding.read(index, as: form, of: row)
        case .sum:
            switch row.storageClass(index) {
            case .integer: return .integer(row.integer(index))
            case .real: return .double(row.real(index))
            case .text:
                let text = row.text(index)
                if case .sum(let number) = form, text == ColumnCoding.notANumber, number != .decimal {
                    return .double(.nan)
                }
                return .string(text)
            case .blob, .null: return nil
            }
        case .model:
            if row.isNull(index) { return .null }
            return model[number: row.integer(index + 1)].map { .identifier($0.identifier(row.integer(index))) }
        }
    }
}

extension AggregateStatement {
    /// True if a greatest value is NaN.
    fileprivate func hasNaN(_ rows: [AggregateRow]) -> Bool {
        rows.contains { row in
            zip(forms.dropFirst(keyCount), row.columns).contains { form, value in
                if case .greatest = form { value.entry?.isNaN(value) ?? false } else { false }
            }
        }
    }
}

extension AggregateStatement.Form {
    /// The number of columns of the result.
    fileprivate var columnCount: Int {
        if case .model = self { 2 } else { 1 }
    }
}
