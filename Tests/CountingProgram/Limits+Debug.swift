// Written by `CountingProgram --write`, built for debugging.
extension Limits {
    static let debug: [Work: Limit] = [
        .making: Limit(allocations: 3.00, bytes: 336.00, preparations: 0),
        .inserting: Limit(allocations: 2.06, bytes: 151.86, preparations: 0),
        .savingInserts: Limit(allocations: 21.20, bytes: 2025.57, preparations: 0),
        .fetching: Limit(allocations: 4.73, bytes: 521.59, preparations: 0),
        .readingFetched: Limit(allocations: 1.00, bytes: 40.00, preparations: 0),
        .findingByIdentifier: Limit(allocations: 218.33, bytes: 12904.37, preparations: 0),
        .readingFaults: Limit(allocations: 22.94, bytes: 2526.51, preparations: 0),
        .changing: Limit(allocations: 4.00, bytes: 385.18, preparations: 0),
        .savingChanges: Limit(allocations: 31.74, bytes: 2787.47, preparations: 0),
        .deleting: Limit(allocations: 18.10, bytes: 1820.50, preparations: 0),
        .readingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .writingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
    ]
}
