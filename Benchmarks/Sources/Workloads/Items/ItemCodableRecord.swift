import Foundation
import GRDB

/// An item as a record that the compiler reads and writes.
struct ItemCodableRecord: ItemRow, Codable {
    static let databaseTableName = "item"

    var id: Int64?
    var number: Int
    var category: Int
    var weight: Double
    var created: Date
    var name: String
    var remark: String?

    /// The column has the same numbers as in the files of the other contestants.
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .timeIntervalSinceReferenceDate
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSinceReferenceDate
    }

    init(_ values: ItemValues) {
        number = values.number
        category = values.category
        weight = values.weight
        created = Date(timeIntervalSinceReferenceDate: values.created)
        name = values.name
        remark = values.remark
    }

    var checksum: Int {
        itemChecksum(number, category, weight, created, name, remark)
    }
}
