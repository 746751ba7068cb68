package import SwiftDataCore
import Foundation

/// A long list of constants, given as one binding.
package struct SQLList: Sendable {
    package let fragment: SQLFragment
    /// Whether the values stand in it as hexadecimal text.
    package let isText: Bool
}

extension SQLiteDialect {
    /// The values as one JSON array. Numbers with a fraction are not among them: SQLite reads them from text with
    /// less than full precision.
    package func list(_ values: [StoredValue], _ kind: AttributeKind) -> SQLList? {
        var items: [String] = []
        items.reserveCapacity(values.count)
        var isText = false
        for value in values {
            switch value {
            case .integer(let number): items.append(String(number))
            case .string(let text):
                guard let encoded = try? JSONEncoder().encode(text) else { return nil }
                items.append(String(decoding: encoded, as: UTF8.self))
            case .uuid(let uuid):
                isText = true
                items.append("\"\(uuid.uuidString.replacing("-", with: ""))\"")
            default: return nil
            }
        }
        let json = StoredValue.string("[" + items.joined(separator: ",") + "]")
        let list = SQLFragment(binding: json, .string)
        return SQLList(fragment: "(SELECT value FROM json_each(\(list)))", isText: isText)
    }

    package func hexadecimal(_ operand: SQLFragment) -> SQLFragment { "hex(\(operand))" }
}
