#if PostgreSQL
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
        created = values.created
        name = values.name
        remark = values.remark
    }
}

/// The values of an item, without a class around them.
struct ItemValues: Sendable {
    let number: Int
    let category: Int
    var weight = 0.0
    var created = Date(timeIntervalSinceReferenceDate: 0)
    var name = "item"
    var remark: String?

    /// The items that are inserted, which are the same for all contestants.
    static func make(_ count: Int) -> [ItemValues] {
        (0..<count).map { number in
            ItemValues(
                number: number,
                category: number * 7919 % 200,
                weight: Double(number) / 1024,
                created: Date(timeIntervalSinceReferenceDate: Double(number) * 3_600 + 0.25),
                name: "item \(number)",
                remark: number.isMultiple(of: 3) ? nil : "a remark on the item \(number)"
            )
        }
    }
}
#endif
