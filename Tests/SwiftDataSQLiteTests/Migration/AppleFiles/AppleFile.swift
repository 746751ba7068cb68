import Foundation
import SwiftData
import SwiftDataSQLite
import TestSupport
import Testing

extension VersionedStore {
    /// Takes everything from the file's metadata that Apple's frameworks would not write, so that it is taken for theirs.
    func disguise() throws {
        try changeMetadata { list in
            for key in list.keys where key.hasPrefix("OpenSwiftData") { list[key] = nil }
            let hashes = list["NSStoreModelVersionHashes"] as? [String: Data] ?? [:]
            list["NSStoreModelVersionHashes"] = hashes.mapValues { _ in Data(repeating: 3, count: 32) }
        }
    }

    func changeMetadata(_ body: (inout [String: Any]) -> Void) throws {
        var list = try metadata()
        body(&list)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let digits = data.map { String(format: "%02x", $0) }.joined()
        _ = try folder.sqlite3("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")
    }

    func metadata() throws -> [String: Any] {
        let digits = Array(try folder.sqlite3("SELECT hex(Z_PLIST) FROM Z_METADATA"))
        let data = Data(
            stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        )
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try #require(list as? [String: Any])
    }

    /// A container that migrates files of Apple's.
    func migratingContainer(_ version: any VersionedSchema.Type) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: file)
        configuration.migratesAppleStores = true
        return try ModelContainer(for: Schema(versionedSchema: version), configurations: configuration)
    }

    /// A store without a container.
    func open(_ version: any VersionedSchema.Type, settings: ConnectionSettings = ConnectionSettings()) throws
        -> DefaultStore
    {
        try DefaultStore(ModelConfiguration(schema: Schema(versionedSchema: version), url: file), settings: settings)
    }
}
