import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// Values as an export writes them: JSON from which an import makes the very same values.
///
/// Dates are ISO 8601 text where that has all their digits, else seconds since 2001; decimals are text; bytes Base64;
/// numbers that JSON has no word for are text; rows are named as `Book/p3`.
enum ExportedValue {
    /// - Throws: ``ToolFailure`` for a value that could not be read.
    static func json(_ value: DynamicValue) throws -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .double(let value): number(value)
        case .date(let value): date(value.timeIntervalSinceReferenceDate)
        case .archive(let value): .string(value.base64EncodedString())
        case .json(let text): json(text)
        case .composite(let members):
            .object(try members.map { JSONValue.Member(key: $0.name, value: try json($0.value)) })
        case .enumeration(let name, let payload):
            try payload.map { .object([JSONValue.Member(key: name, value: try json($0))]) } ?? .string(name)
        case .identifier(let identifier): .string(try name(identifier))
        case .identifiers(let identifiers): .array(try identifiers.map { .string(try name($0)) })
        case .unreadable: throw ToolFailure("A value cannot be read; the check command lists it.")
        default: value.primitive.flatMap { $0.entry.text($0.stored) }.map { .string($0) } ?? .null
        }
    }

    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .number(value) : .string("\(value)")
    }

    private static func date(_ seconds: Double) -> JSONValue {
        ISODate.exactText(seconds).map { .string($0) } ?? number(seconds)
    }

    /// JSON as it is, if it is written as this tool writes it; its bytes else, since the app may compare them.
    private static func json(_ text: String) -> JSONValue {
        if let value = JSONReader.value(text), value.text(isPretty: false) == text { return .members(["json": value]) }
        return .members(["text": .string(text)])
    }

    private static func name(_ identifier: PersistentIdentifier) throws -> String {
        guard let key = identifier.row else { throw ToolFailure("A row has no key.") }
        return RowName.text(identifier.entityName, key)
    }
}
