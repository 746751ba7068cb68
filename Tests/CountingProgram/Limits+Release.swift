// Written by `CountingProgram --write`, built for release.
extension Limits {
    static let release: [Work: Limit] = [
        .making: Limit(allocations: 3.00, bytes: 328.00, preparations: 0),
        .inserting: Limit(allocations: 1.00, bytes: 163.72, preparations: 0),
        .savingInserts: Limit(allocations: 4.12, bytes: 2331.03, preparations: 2),
        .fetching: Limit(allocations: 6.67, bytes: 836.66, preparations: 0),
        .readingFetched: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .findingByIdentifier: Limit(allocations: 100.33, bytes: 107640.37, preparations: 0),
        .readingFaults: Limit(allocations: 3.30, bytes: 1821.83, preparations: 0),
        .changing: Limit(allocations: 3.00, bytes: 345.18, preparations: 0),
        .savingChanges: Limit(allocations: 14.71, bytes: 2802.27, preparations: 2),
        .deleting: Limit(allocations: 2.14, bytes: 1254.55, preparations: 2),
        .readingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
        .writingAgain: Limit(allocations: 0.00, bytes: 0.00, preparations: 0),
    ]
}
