package import Foundation

/// The content of a store's metadata besides the hashes: the framework that wrote the file, and the entries of an app.
package struct StoreMetadataDetails: Sendable {
    /// `NSPersistenceFrameworkVersion`: the number of the framework that wrote last.
    package let frameworkVersion: Int64?
    /// The version of our layout, where this library made the file.
    package let ownLayoutVersion: Int64?
    /// `NSStoreModelVersionHashesDigest`.
    package let digest: String?
    /// `NSStoreModelVersionChecksumKey`.
    package let checksum: String?
    /// The keys that neither Core Data nor this library has written, in order of the alphabet.
    package let otherKeys: [String]

    package init(_ data: Data) {
        let list = BinaryPropertyListReader(data)
        let entries = list.flatMap { $0.dictionary($0.root) } ?? [:]
        func integer(_ key: String) -> Int64? { entries[key].flatMap { list?.integer($0) } }
        func string(_ key: String) -> String? { entries[key].flatMap { list?.string($0) } }
        frameworkVersion = integer("NSPersistenceFrameworkVersion")
        ownLayoutVersion = integer("OpenSwiftDataLayout")
        digest = string("NSStoreModelVersionHashesDigest")
        checksum = string("NSStoreModelVersionChecksumKey")
        otherKeys = entries.keys.filter { key in
            !["NSStore", "NSPersistence", "_NS", "OpenSwiftData"].contains { key.hasPrefix($0) }
        }.sorted()
    }
}
