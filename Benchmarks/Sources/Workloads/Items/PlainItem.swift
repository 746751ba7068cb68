import Foundation

/// A class that is neither observed nor tracked.
final class PlainItem {
    let id: Int
    var number: Int
    var category: Int
    var weight: Double
    var created: Date
    var name: String
    var remark: String?

    /// From a row of `id, number, category, weight, created, name, remark`.
    init(_ row: RawStatement) {
        id = row.integer(0)
        number = row.integer(1)
        category = row.integer(2)
        weight = row.double(3)
        created = Date(timeIntervalSinceReferenceDate: row.double(4))
        name = row.text(5)
        remark = row.optionalText(6)
    }

    var checksum: Int {
        itemChecksum(number, category, weight, created, name, remark)
    }

    static let columns = "id, number, category, weight, created, name, remark"
}
