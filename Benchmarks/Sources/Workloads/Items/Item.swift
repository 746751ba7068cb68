import SwiftData

/// An object of six attributes, one of them with an index.
@Model
final class Item {
    #Index<Item>([\.category])

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

    /// Reads every attribute.
    var checksum: Int {
        itemChecksum(number, category, weight, created, name, remark)
    }
}
