import Foundation
import SwiftData

extension StoreBehaviour {
    /// A behaviour that stores a value and reads it from the store.
    private static func keeps<Value: Equatable & Sendable>(
        _ name: String,
        needs: Set<StoreCapability> = [],
        _ values: [Value],
        _ property: @escaping @Sendable () -> ReferenceWritableKeyPath<Ship, Value>
    ) -> StoreBehaviour {
        StoreBehaviour("\(name) kept", needs: needs) { store in
            let context = try store.context()
            let path = property()
            let ships = values.map { value in
                let ship = Ship("ship")
                ship[keyPath: path] = value
                context.insert(ship)
                return ship
            }
            try context.save()
            let fresh = try store.context()
            let read = try ships.map { ship in
                let model = fresh.model(for: ship.persistentModelID) as? Ship
                return try expectSome(model, "the ship")[keyPath: path]
            }
            try expect(read, is: values, "values")
        }
    }

    static let values: [StoreBehaviour] = [
        keeps("strings of every script are", ["", "a\u{0301}", "á", "日本", "👩‍👩‍👧", "'\"\\\n\t"]) { \.name },
        keeps("the character U+0000 is", needs: [.nulCharacters], ["\u{0}x", "x\u{0}"]) { \.name },
        keeps("finite numbers are", [0, -1.5, .pi, 1e300, .leastNonzeroMagnitude, 1e-7]) { \.length },
        keeps("whole numbers to the last are", [nil, 0, -1, .max, .min]) { \.rank },
        keeps("truth values are", [true, false]) { \.isAfloat },
        keeps("optional strings are", [nil, "", "x"]) { \.motto },
        keeps(
            "dates of whole seconds are",
            [0, -1, 86_400, 694_224_000].map { Date(timeIntervalSinceReferenceDate: $0) }
        ) {
            \.launched
        },
        keeps(
            "fractions of a second are",
            needs: [.subSecondDates],
            [0.5, 0.123, 694_224_000.000_001].map { Date(timeIntervalSinceReferenceDate: $0) }
        ) { \.launched },
        keeps(
            "dates before the year 1 and after the year 9999 are",
            needs: [.distantDates],
            [-64_000_000_000, -100_000_000_000, 300_000_000_000].map { Date(timeIntervalSinceReferenceDate: $0) }
        ) { \.launched },
        keeps("UUIDs are", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)), UUID()]) {
            \.registry
        },
        keeps(
            "decimals are",
            ["0", "-1.10", "123456789012345678901234567890.12345678"].compactMap { Decimal(string: $0) }
        ) {
            \.price
        },
        keeps("enumerations are", [Ship.Flag.red, .blue, .white]) { \.flag },
        keeps(
            "structures are",
            [nil, Ship.Papers(issuer: "x", pages: 1), .init(issuer: "", pages: -1, renewed: .distantPast)]
        ) {
            \.papers
        },
        keeps("lists of strings are", [[], ["b", "a", "b"], [""]]) { \.tags },
        keeps("data is", [nil, Data(), Data([0, 255, 10]), Data(repeating: 7, count: 300_000)]) { \.photo },
        keeps("addresses are", [nil, URL(string: "https://example.com/a?b=c#d")]) { \.site },
        StoreBehaviour("NaN and infinities are kept", needs: [.nonFiniteNumbers]) { store in
            let context = try store.context()
            for (name, length) in [("a", Double.nan), ("b", .infinity), ("c", -.infinity)] {
                context.insert(Ship(name, length: length))
            }
            try context.save()
            let read = try store.context().all(Ship.self, by: SortDescriptor(\.name)).map(\.length)
            try expect(read.count, is: 3, "number of ships")
            try expect(read[0].isNaN && read[1] == .infinity && read[2] == -.infinity, "the lengths are \(read)")
        },
        StoreBehaviour("a transient property is not stored") { store in
            let context = try store.context()
            let ship = Ship("A")
            ship.notes = 5
            context.insert(ship)
            try context.save()
            try expect(ship.notes, is: 5, "in memory")
            try expect(try store.context().all(Ship.self).map(\.notes), is: [0], "read")
        },
        StoreBehaviour("a value can be set to nil again") { store in
            let context = try store.context()
            let ship = Ship("A")
            ship.motto = "x"
            ship.papers = Ship.Papers(issuer: "y", pages: 1)
            ship.photo = Data([1])
            context.insert(ship)
            try context.save()
            ship.motto = nil
            ship.papers = nil
            ship.photo = nil
            try context.save()
            let read = try expectSome(try store.context().all(Ship.self).first, "the ship")
            try expect(read.motto == nil && read.papers == nil && read.photo == nil, "something is left")
        },
    ]
}
