/// The sizes of all workloads.
public struct Sizes: Codable, Sendable, Equatable {
    public var inserted = 200_000
    public var fetched = 200_000
    public var orders = 15_889
    public var orderRepeats = 100
    /// Objects in the store that single ones are looked up in.
    public var lookupRows = 200_000
    public var lookups = 20_000
    public var updateRows = 100_000
    public var updated = 10_000
    public var parents = 1_000
    public var childrenOfEach = 20
    public var schools = 100
    public var students = 100_000
    public var enumerated = 1_000_000
    public var openedRows = 1_000_000
    public var registered = 100_000
    public var upserted = 100_000
    public var bulkRows = 100_000
    public var readerSeconds = 10.0
    public var accesses = 10_000_000
    public var rounds = RoundSettings(warmUps: 1, rounds: 5, most: 15)

    /// The sizes of a full run.
    public static let full = Sizes()

    /// The sizes of a run that takes about a minute.
    public static let quick: Sizes = {
        var sizes = Sizes().scaled(by: 0.1)
        sizes.orders = 15_889
        sizes.orderRepeats = 3
        // As many as there are, since the number of statements is to be seen.
        sizes.parents = 1_000
        sizes.readerSeconds = 1
        sizes.accesses = 2_000_000
        sizes.rounds = RoundSettings(warmUps: 1, rounds: 3, most: 9)
        return sizes
    }()

    /// The sizes of a run that takes no time, for tests.
    public static let tiny: Sizes = {
        var sizes = Sizes().scaled(by: 0.001)
        sizes.orders = 60
        sizes.orderRepeats = 2
        sizes.lookups = 40
        sizes.parents = 10
        sizes.childrenOfEach = 5
        sizes.schools = 4
        sizes.registered = 200
        sizes.readerSeconds = 0.1
        sizes.rounds = RoundSettings(warmUps: 1, rounds: 2)
        return sizes
    }()

    public init() {}

    /// The same with other numbers of rows, of which there are never more than the limit. How much one row has with it
    /// stays, as do seconds and rounds.
    public func scaled(by factor: Double, atMost limit: Int = 1_000_000) -> Sizes {
        func scale(_ count: Int) -> Int { max(1, min(limit, Int(Double(count) * factor))) }
        var sizes = self
        sizes.inserted = scale(inserted)
        sizes.fetched = scale(fetched)
        sizes.orders = scale(orders)
        sizes.lookupRows = scale(lookupRows)
        sizes.lookups = scale(lookups)
        sizes.updateRows = scale(updateRows)
        sizes.updated = scale(updated)
        sizes.parents = min(scale(parents), max(1, limit / max(childrenOfEach, 1)))
        sizes.schools = scale(schools)
        // With their grades there are about five and a half rows to a student.
        sizes.students = min(scale(students), max(1, limit / 6))
        sizes.enumerated = scale(enumerated)
        sizes.openedRows = scale(openedRows)
        sizes.registered = scale(registered)
        sizes.upserted = scale(upserted)
        sizes.bulkRows = scale(bulkRows)
        sizes.accesses = max(1, Int(Double(accesses) * factor))
        return sizes
    }
}
