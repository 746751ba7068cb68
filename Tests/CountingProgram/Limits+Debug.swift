// Written by `CountingProgram --write`, built for debugging.
extension Limits {
    static let debug: [Work: Limit] = [
        .making: Limit(allocations: 3.00, bytes: 328.00, preparations: 0),
        .inserting: Limit(allocations: 2.00, bytes: 203.72, preparations: 0),
        .savingInserts: Limit(allocations: 34.10, bytes: 3527.94, preparations: 2),
        .fetching: Limit(allocations: 6.67, bytes: 836.66, preparations: 0),
        .readingFetched: Limit(allocations: 1.00, bytes: 40.00, preparations: 0),
        .findingByIdentifier: Limit(allocations: 238.33, bytes: 112872.37, preparations: 0),
        .readingFaults: Limit(allocations: 22.94, bytes: 2526.39, preparations: 0),
        .changing: Limit(allocations: 4.00, bytes: 385.18, preparations: 0),
        .savingChanges: Limit(allocations: 37.67, bytes: 3693.99, preparations: 2),
        .deleting: Limit(allocations: 19.20, bytes: 1866.08, preparations: 2),
        .readingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .writingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
    ]
}
