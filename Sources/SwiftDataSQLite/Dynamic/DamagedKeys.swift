import SwiftDataCore

/// Finds where the rows of a table can be read again behind a damaged page.
struct DamagedKeys {
    /// The next key that can be reached; nil where there is none.
    let end: Int64?
    /// The highest key that the table may have.
    let highest: Int64

    /// - Parameters:
    ///   - last: The last key before the damage; nil where the first page is damaged.
    ///   - counter: A statement for the highest key that was handed out, for a table whose end is damaged.
    /// - Throws: ``StoreError`` for an error that is not damage.
    init(of quotedTable: String, after last: Int64?, counter: String?, _ connection: StoreConnection) throws {
        func integer(_ sql: String, _ parameter: Int64? = nil) throws -> Int64? {
            try connection.readOnce { runner in
                try runner.integer(sql) { if let parameter { $0.integer(parameter) } }
            }
        }
        var highest = Int64.max / 2
        for sql in ["SELECT max(rowid) FROM \(quotedTable)", counter].compactMap({ $0 }) {
            do {
                guard let key = try integer(sql) else { continue }
                highest = key
                break
            } catch let error as StoreError where error.isDamage {
                continue
            }
        }
        var start = last ?? 0
        var (step, tries): (Int64, Int) = (1, 0)
        while start < highest {
            let (next, isTooFar) = start.addingReportingOverflow(step)
            start = isTooFar ? highest : min(highest, next)
            do {
                end = try integer("SELECT rowid FROM \(quotedTable) WHERE rowid >= ? ORDER BY rowid LIMIT 1", start)
                self.highest = highest
                return
            } catch let error as StoreError where error.isDamage {
                tries += 1
                // Every key is tried as far as a page can go; a damaged part of the tree may be much larger.
                if tries.isMultiple(of: Self.exactTries) { step = step.multipliedReportingOverflow(by: 2).partialValue }
            }
        }
        end = nil
        self.highest = highest
    }

    private static let exactTries = 10_000

    /// The keys of the rows that are lost behind a key, as far as there were any; nil where none can be.
    func lost(after last: Int64?) -> ClosedRange<Int64>? {
        let start = (last ?? 0) + 1
        let last = end.map { $0 - 1 } ?? highest
        return last >= start ? start...last : nil
    }
}
