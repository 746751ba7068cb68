package import Foundation
package import SwiftDataCore

/// A transaction of the history, without its changes.
package struct TransactionHead: Sendable {
    package let number: Int64
    package let timestamp: Date
    package let author: String?
    package let bundle: String
    package let process: String

    package init(number: Int64, timestamp: Date, author: String?, bundle: String, process: String) {
        self.number = number
        self.timestamp = timestamp
        self.author = author
        self.bundle = bundle
        self.process = process
    }

    package func transaction(_ storeIdentifier: String, changes: [HistoryChange]) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            transactionIdentifier: number,
            storeIdentifier: storeIdentifier,
            timestamp: timestamp,
            changes: changes,
            bundleIdentifier: bundle,
            processIdentifier: process,
            author: author
        )
    }
}
