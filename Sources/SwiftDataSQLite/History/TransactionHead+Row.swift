import Foundation
import SwiftDataSQL

extension TransactionHead {
    /// Reads the columns of ``HistoryColumns/heads``.
    init(_ row: ResultRow) {
        self.init(
            number: row.integer(0),
            timestamp: row.isNull(1) ? .distantPast : Date(timeIntervalSinceReferenceDate: row.real(1)),
            author: row.isNull(2) ? nil : row.text(2),
            bundle: row.text(3),
            process: row.text(4)
        )
    }
}
