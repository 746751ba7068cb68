import SwiftDataSQLite
import TestSupport
import Testing

/// Reads every row of a sample without model classes, and expects that nothing is written.
/// - Parameter counts: The number of rows of each entity that the file has.
func expectRows(_ counts: [String: Int], in sample: SampleStore) throws {
    let before = try FolderContent(sample.folder)
    do {
        let store = try DynamicStore(url: sample.file)
        #expect(store.entityNames == counts.keys.sorted())
        for (entity, count) in counts {
            #expect(try store.count(of: entity) == count, "\(entity)")
            var keys: [Int64] = []
            try store.forEachRow(of: entity) { row in
                keys.append(row.primaryKey)
                #expect(row.values.allSatisfy { $0.value != .unreadable })
            }
            #expect(keys.count == count && keys == keys.sorted(), "\(entity)")
        }
    }
    #expect(try FolderContent(sample.folder) == before)
}
