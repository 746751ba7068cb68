/// Reading while a thread saves.
struct ReadersWorkload: Workload {
    let number = 13
    let title = "4 readers fetching while one context saves in a loop"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let rows = sizes.lookupRows
        return [
            ReadersStep(OurReaders(place, rows: rows), seconds: sizes.readerSeconds),
            ReadersStep(RecordReaders(place, rows: rows), seconds: sizes.readerSeconds),
        ]
    }
}

/// A store that threads share.
protocol ReadStore: Sendable {
    var contender: Contender { get }

    func open() throws
    /// Fetches pages of a category until it is time, and tells how long each took, in milliseconds.
    func read(until end: ContinuousClock.Instant, seed: UInt64) throws -> [Double]
    /// Raises the number of an item and saves, until it is time; how often.
    func save(until end: ContinuousClock.Instant) throws -> Int
    /// By how much the number of that item was raised, as the file has it.
    func saved() throws -> Int
    func close() throws
}

/// The times of fetches.
struct FetchTimer {
    private(set) var milliseconds: [Double] = []
    private let clock = ContinuousClock()
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// - Parameter fetch: Fetches items of a category; how many there were.
    mutating func run(
        until end: ContinuousClock.Instant,
        categories: Int,
        _ fetch: (Int) throws -> Int
    ) throws {
        while true {
            let start = clock.now
            guard start < end else { return }
            let count = try fetch(random.below(categories))
            guard count <= 20 else { throw Disagreement("A page has \(count) items.") }
            milliseconds.append((clock.now - start).milliseconds)
        }
    }
}
