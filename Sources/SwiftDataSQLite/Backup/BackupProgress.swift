/// The progress of a backup or a restore.
///
/// An addition to Apple's API.
public struct BackupProgress: Sendable, Hashable {
    /// The name of the configuration whose store is being copied; the name of the file for a restore.
    public let name: String
    /// The bytes of the store that have been copied so far, its large values included. It can fall: where other
    /// processes replace large values meanwhile, a part is copied again.
    public let completedByteCount: Int64
    /// The bytes of the store, its large values included.
    public let totalByteCount: Int64
    /// The store that is being copied, from 1.
    public let storeNumber: Int
    /// The number of stores.
    public let storeCount: Int

    package init(
        name: String,
        completedByteCount: Int64,
        totalByteCount: Int64,
        storeNumber: Int = 1,
        storeCount: Int = 1
    ) {
        self.name = name
        self.completedByteCount = completedByteCount
        self.totalByteCount = totalByteCount
        self.storeNumber = storeNumber
        self.storeCount = storeCount
    }

    /// The progress from 0 to 1. Each store has the same share.
    public var fractionCompleted: Double {
        let part = totalByteCount == 0 ? 1 : Double(completedByteCount) / Double(totalByteCount)
        return (Double(storeNumber - 1) + min(1, part)) / Double(max(1, storeCount))
    }
}
