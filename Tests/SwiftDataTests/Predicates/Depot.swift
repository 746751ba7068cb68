import SwiftData

// Arrays of each type of element, and a relationship that is an optional array.

struct Pallet: Codable, Equatable {
    var marks: [String]
    var weight = 0
}

@Model
final class Depot {
    var name: String
    var index = 0
    var integers: [Int] = []
    var doubles: [Double] = []
    var flags: [Bool] = []
    var dates: [Date] = []
    var codes: [UUID] = []
    var prices: [Decimal] = []
    var seasons: [Season] = []
    var texts: [String] = []
    var notes: [String]?
    var gaps: [String?] = []
    var labels: Set<String> = []
    var large: [UInt64] = []
    var pallet = Pallet(marks: [])
    @Relationship(inverse: \Part.depot) var parts: [Part]?

    init(_ name: String) { self.name = name }
}

@Model
final class Part {
    var size: Int
    var depot: Depot?

    init(_ size: Int) { self.size = size }
}

struct Depots {
    static let types: [any PersistentModel.Type] = [Depot.self, Part.self]

    var all: [Depot] = []

    init() {
        for index in 0..<9 {
            let depot = Depot("depot \(index)")
            depot.index = index
            depot.integers =
                [[], [0], [3, 1, 2], [-1, .max], [5, 0], [0, 5], [.min], [2, 2], [7, 8, 9, 10]][index]
            depot.doubles =
                [
                    [], [0.1], [.nan, 1], [1, .nan, -2], [.infinity], [-0.0], [0.1, 0.2, 0.3], [1e300], [.nan],
                ][index]
            depot.flags = (0..<index % 4).map { $0 % 2 == index % 2 }
            depot.dates = (0..<index % 3).map { Date(timeIntervalSinceReferenceDate: Double($0) / 3 + Double(index)) }
            depot.codes = (0..<index % 3).map {
                UUID(uuid: (UInt8(index), UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
            }
            depot.prices = (0..<index % 4).map { Decimal($0 * 10 + index) / 8 }
            depot.seasons = Array(Season.allCases.prefix(index % 4))
            depot.texts =
                [
                    [], ["Café"], ["Cafe\u{301}", "x"], ["a\0b"], ["\u{1}0", "\"\\\n"], ["\0\u{301}"], ["日本", "ärger"],
                    ["", ""], ["zebra", "apple"],
                ][index]
            depot.notes = index % 3 == 0 ? nil : (0..<index % 3).map { "note \($0)" }
            depot.gaps = [[], [nil], ["a", nil], ["a"]][index % 4]
            depot.labels = Set((0..<index % 3).map { "label \($0)" })
            depot.large = index % 2 == 0 ? [.max, 1] : [5]
            depot.pallet = Pallet(marks: (0..<index % 3).map { "mark \($0)" }, weight: index)
            depot.parts = (0..<index % 4).map { Part($0 * 3 + index) }
            all.append(depot)
        }
    }
}
