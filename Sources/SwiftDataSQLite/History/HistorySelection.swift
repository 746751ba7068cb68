import Foundation
import SwiftDataCore

/// Which transactions to read, and in which order.
struct HistorySelection {
    let descriptor: HistoryDescriptor<DefaultHistoryTransaction>

    init(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) {
        self.descriptor = descriptor
    }
}
