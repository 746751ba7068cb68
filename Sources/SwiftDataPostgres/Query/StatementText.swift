#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension PostgresStatement {
    /// A statement of the SQL module for the server: with numbered parameters of the types that their columns have.
    /// - Throws: ``PostgresValueFailure`` for a value that no column of the server can equal exactly.
    init(
        _ sql: String,
        _ bindings: [SQLBinding],
        _ dates: PostgresConfiguration.Dates
    ) throws(PostgresValueFailure) {
        try self.init(numbered: Self.numbered(sql), bindings, dates)
    }

    /// A statement whose parameters are numbered already.
    /// - Throws: ``PostgresValueFailure`` for a value that no column of the server can equal exactly.
    init(
        numbered sql: String,
        _ bindings: [SQLBinding],
        _ dates: PostgresConfiguration.Dates
    ) throws(PostgresValueFailure) {
        var parameters: [PostgresParameter] = []
        for binding in bindings { parameters.append(try Self.parameter(binding, dates)) }
        self.init(sql, parameters)
    }

    /// `?` outside of names and texts becomes `$1`, `$2` and so on.
    static func numbered(_ sql: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(sql.utf8.count + 16)
        var quote: UInt8?
        var number = 0
        for byte in sql.utf8 {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
                result.append(byte)
            case UInt8(ascii: "?") where quote == nil:
                number += 1
                result.append(contentsOf: "$\(number)".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func parameter(
        _ binding: SQLBinding,
        _ dates: PostgresConfiguration.Dates
    ) throws(PostgresValueFailure) -> PostgresParameter {
        guard let form = PostgresForm(binding.kind, dates)?.meeting(binding.value, dates) else {
            throw PostgresValueFailure("a constant of such a type")
        }
        if form == .date, case .date(let date) = binding.value, DateValue.rounded(date) != date {
            throw PostgresValueFailure("a date between two microseconds")
        }
        return PostgresParameter(
            form.constantType,
            try PostgresCoding.bytes(binding.value, as: form, form.constantType)
        )
    }
}

extension PostgresForm {
    /// The form of a constant that is compared with a column of this one. It need not be of the column's own type.
    fileprivate func meeting(_ value: StoredValue, _ dates: PostgresConfiguration.Dates) -> PostgresForm {
        switch (self, value) {
        case (.integer, .double), (.float, .double): .double
        case (.integer, .unsigned): .integer(.uint64)
        case (.integer, .decimal): .decimal
        case (_, .string): .string
        case (_, .uuid): .uuid
        case (_, .date): dates == .double ? .dateNumber : .date
        default: self
        }
    }
}
#endif
