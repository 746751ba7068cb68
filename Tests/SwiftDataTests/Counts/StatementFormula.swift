/// The number of statements for some work, by the number of rows.
struct StatementFormula {
    /// Whatever the number.
    var fixed = 0
    var eachRow = 0
    /// One for so many rows, and one for what is left over.
    var rowsInABatch: Int?
    /// One more for more rows than these.
    var rowsAtFirst: Int?

    func callAsFunction(_ rows: Int) -> Int {
        let batches = rowsInABatch.map { (rows + $0 - 1) / $0 } ?? 0
        let isMore = rowsAtFirst.map { rows > $0 } ?? false
        return fixed + eachRow * rows + batches + (isMore ? 1 : 0)
    }
}

/// The statements of reading. To be updated by a change that needs fewer.
extension ReadingWork {
    var expected: StatementFormula {
        switch self {
        case .whole, .page, .count, .identifiers, .oneByIdentifier: StatementFormula(fixed: 1)
        case .oneThatIsRegistered: StatementFormula(fixed: 0)
        case .faults: StatementFormula(fixed: 1, rowsInABatch: 200)
        case .toOne: StatementFormula(fixed: 1, rowsInABatch: 200)
        case .toMany: StatementFormula(fixed: 2, rowsAtFirst: 200)
        case .prefetchedToMany: StatementFormula(fixed: 2)
        case .enumeration: StatementFormula(fixed: 1, rowsInABatch: 5_000)
        }
    }
}

/// The statements of saving. To be updated by a change that needs fewer.
extension SavingWork {
    var expected: StatementFormula {
        switch self {
        // The rows are one statement, and so are their entries in the history.
        case .insertion: StatementFormula(fixed: 6)
        case .update: StatementFormula(fixed: 3, eachRow: 1)
        case .deletion: StatementFormula(fixed: 5)
        // Several that cannot be written together are tried once.
        case .upsert: StatementFormula(fixed: 5, eachRow: 3, rowsAtFirst: 1)
        case .batchDeletion: StatementFormula(fixed: 7)
        }
    }
}
