import SwiftData

/// An object of six attributes of the usual types.
@Model
final class CountedItem {
    #Index<CountedItem>([\.category])

    var number: Int
    var category: Int
    var weight: Double
    var created: Date
    var name: String
    var remark: String?

    init(_ number: Int) {
        self.number = number
        category = number % 7
        weight = Double(number) / 4
        created = Date(timeIntervalSinceReferenceDate: Double(number))
        // Longer than what a string holds without an allocation of its own.
        name = "the name of the item"
        remark = number.isMultiple(of: 3) ? nil : "what there is to say about it"
    }

    /// Reads every attribute.
    var sum: Int {
        number &+ category &+ Int(weight) &+ Int(created.timeIntervalSinceReferenceDate) &+ name.utf8.count
            &+ (remark?.utf8.count ?? 0)
    }
}
