/// How far a migration of a store has come.
///
/// An addition to Apple's API.
public struct MigrationProgress: Sendable, Hashable {
    /// The entity of the new schema whose rows are being moved; nil between entities.
    public let entityName: String?
    /// The rows that were moved so far.
    public let completedRowCount: Int
    /// The rows that there are to move.
    public let totalRowCount: Int

    package init(entityName: String?, completedRowCount: Int, totalRowCount: Int) {
        self.entityName = entityName
        self.completedRowCount = completedRowCount
        self.totalRowCount = totalRowCount
    }

    /// From 0 to 1.
    public var fractionCompleted: Double {
        totalRowCount == 0 ? 1 : Double(completedRowCount) / Double(totalRowCount)
    }
}
