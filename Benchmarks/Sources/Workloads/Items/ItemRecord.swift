import Foundation
import GRDB

/// The common part of both kinds of records.
protocol ItemRow: FetchableRecord, PersistableRecord {
    init(_ values: ItemValues)
    var number: Int { get set }
    var checksum: Int { get }
}

/// An item as a record written by hand.
struct ItemRecord: ItemRow {
    static let databaseTableName = "item"

    var id: Int64?
    var number: Int
    var category: Int
    var weight: Double
    var created: Date
    var name: String
    var remark: String?

    init(_ values: ItemValues) {
        number = values.number
        category = values.category
        weight = values.weight
        created = Date(timeIntervalSinceReferenceDate: values.created)
        name = values.name
        remark = values.remark
    }

    /// By position, which is faster than by name.
    init(row: Row) {
        id = row[0]
        number = row[1]
        category = row[2]
        weight = row[3]
        created = Date(timeIntervalSinceReferenceDate: row[4])
        name = row[5]
        remark = row[6]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["number"] = number
        container["category"] = category
        container["weight"] = weight
        container["created"] = created.timeIntervalSinceReferenceDate
        container["name"] = name
        container["remark"] = remark
    }

    var checksum: Int {
        itemChecksum(number, category, weight, created, name, remark)
    }
}
