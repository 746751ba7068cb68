/// The effects of a sync on a store, and on the folder or the server.
public struct SyncResult: Equatable, Sendable {
    /// Models that are new in the store.
    public var inserted = 0
    /// Models of the store that have other values now.
    public var updated = 0
    /// Models of the store that are gone, without those of ``joined``.
    public var deleted = 0
    /// Models of the store that were one with a model of another device, by their unique values, and are part of it now.
    public var joined = 0
    /// The reasons for which models that have arrived are not in the store yet, one for each model.
    public var held: [String] = []
    /// Change sets that the folder or the server has taken.
    public var sent = 0
    /// True if all that was there has been fetched.
    public var hasFetched = false
    /// True if all that the store had to send was taken.
    public var hasSent = false

    /// No effect.
    public init() {}

    /// True if the store has changed, or a model is held.
    public var hasChangedStore: Bool { inserted + updated + deleted + joined + held.count > 0 }
}

extension SyncResult {
    /// The effects as lines of text: one for each direction that was taken, and one for each model that is held.
    public var lines: [String] {
        var lines: [String] = []
        if hasChangedStore {
            lines.append(
                "Fetched: \(inserted) inserted, \(updated) updated, \(deleted) deleted, \(joined) joined, \(held.count) held"
            )
        } else if hasFetched {
            lines.append("Fetched: nothing new")
        }
        lines += held.map { "    held: \($0)" }
        if sent > 0 {
            lines.append("Sent: \(sent) change set" + (sent == 1 ? "" : "s"))
        } else if hasSent {
            lines.append("Sent: nothing new")
        }
        return lines
    }
}
