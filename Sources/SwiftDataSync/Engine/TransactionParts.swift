import SwiftDataSyncCore

/// The parts of states that a transaction merges.
///
/// Not shared: it serves one call on the thread of the engine.
final class TransactionParts {
    /// The merged parts, by record.
    private(set) var all: [RecordID: RecordState] = [:]
    /// The parts of them that this device has to send.
    private(set) var own: [RecordID: RecordState] = [:]

    var isEmpty: Bool { all.isEmpty }

    func addReceived(_ parts: [RecordID: RecordState]) { all.merge(parts) { $0.merged(with: $1) } }

    func addOwn(_ parts: [RecordID: RecordState]) {
        own.merge(parts) { $0.merged(with: $1) }
        all.merge(parts) { $0.merged(with: $1) }
    }
}
