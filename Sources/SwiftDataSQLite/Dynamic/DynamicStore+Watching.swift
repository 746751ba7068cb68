import SwiftDataCore

extension DynamicStore {
    /// The number of the last transaction in the history; 0 where there is none.
    /// - Throws: ``StoreError`` when the store cannot be read.
    package func lastTransaction() throws -> Int64 {
        guard hasHistory else { return 0 }
        return try store.connection.readOnce { try $0.integer("SELECT max(Z_PK) FROM ATRANSACTION") } ?? 0
    }
}
