// Written by `CountingProgram --write`, built for release.
extension Limits {
    static let release: [Work: Limit] = [
        .making: Limit(allocations: 3.00, bytes: 336.00, preparations: 0),
        .inserting: Limit(allocations: 1.07, bytes: 128.88, preparations: 0),
        .savingInserts: Limit(allocations: 0.19, bytes: 1236.29, preparations: 0),
        .fetching: Limit(allocations: 4.73, bytes: 521.56, preparations: 0),
        .readingFetched: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .findingByIdentifier: Limit(allocations: 81.33, bytes: 7640.37, preparations: 0),
        .readingFaults: Limit(allocations: 3.31, bytes: 1821.92, preparations: 0),
        .changing: Limit(allocations: 3.00, bytes: 345.18, preparations: 0),
        .savingChanges: Limit(allocations: 9.74, bytes: 1915.17, preparations: 0),
        .deleting: Limit(allocations: 1.15, bytes: 1215.91, preparations: 0),
        .readingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .writingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
    ]
}
