import Foundation

/// The values of an item, without a class around them.
struct ItemValues {
    var number: Int
    var category: Int
    var weight: Double
    /// Seconds since 2001.
    var created: Double
    var name: String
    var remark: String?

    /// The same items in every run: each number from zero, about fifty of a category.
    static func make(_ count: Int) -> [ItemValues] {
        var random = SeededRandom(seed: 1)
        let categories = categories(count)
        return (0..<count).map { number in
            ItemValues(
                number: number,
                category: random.below(categories),
                weight: Double(random.below(1 << 40)) / 1024,
                created: Double(700_000_000 + random.below(100_000_000)) + 0.25,
                name: random.words(2),
                remark: number.isMultiple(of: 3) ? nil : random.words(4)
            )
        }
    }

    static func categories(_ count: Int) -> Int { max(1, count / 50) }
}

/// Something that depends on every attribute.
@inline(__always)
func itemChecksum(_ number: Int, _ category: Int, _ weight: Double, _ created: Date, _ name: String, _ remark: String?)
    -> Int
{
    var sum = number &+ category &* 3 &+ Int(weight)
    sum &+= Int(created.timeIntervalSinceReferenceDate) &+ name.utf8.count &* 7
    if let remark { sum &+= remark.utf8.count &* 11 }
    return sum
}
