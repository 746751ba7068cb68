// Written by `CountingProgram --write`, built for debugging.
extension Limits {
    static let debug: [Work: Limit] = [
        .making: Limit(allocations: 4.00, bytes: 544.00, preparations: 0),
        .inserting: Limit(allocations: 11.28, bytes: 668.56, preparations: 0),
        .savingInserts: Limit(allocations: 135.78, bytes: 10707.81, preparations: 2),
        .fetching: Limit(allocations: 14.67, bytes: 1801.82, preparations: 0),
        .readingFetched: Limit(allocations: 3.00, bytes: 144.00, preparations: 0),
        .findingByIdentifier: Limit(allocations: 242.33, bytes: 113520.37, preparations: 0),
        .readingFaults: Limit(allocations: 23.93, bytes: 2753.57, preparations: 0),
        .changing: Limit(allocations: 10.16, bytes: 689.12, preparations: 0),
        .savingChanges: Limit(allocations: 91.75, bytes: 6771.05, preparations: 2),
        .deleting: Limit(allocations: 56.32, bytes: 4589.89, preparations: 2),
        .readingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .writingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
    ]
}
