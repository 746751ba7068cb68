package import Foundation
import SwiftDataCore
package import SwiftDataSQL

/// The row of `Z_METADATA`: the store's identifier, and a property list that identifies the model that made it.
package struct StoreMetadata: Sendable {
    /// `Z_UUID`, in upper case.
    package let storeIdentifier: String
    /// The version hash of each entity, by name: Apple's or ours.
    package private(set) var modelVersionHashes: [String: Data]
    /// A list such as ["1.0.0"].
    package private(set) var modelVersionIdentifiers: [String]
    /// True if the hashes are from this library, so that they can be compared with the hashes of a schema.
    package private(set) var hasLibraryHashes: Bool
    /// The assignment of the history's columns to the attributes of deleted rows; empty if the store does not record
    /// it.
    package var tombstones: TombstoneNumbers
    /// The types that the model cache lacks; nil where the store lacks them too.
    private(set) var types: StoredTypes?
    /// Another one with each migration; nil for a store that was never migrated by this library.
    private(set) var generation: String?
    /// The property list as it was read; unknown keys are kept.
    private let original: Data?

    /// The metadata of a new store.
    ///
    /// - Parameter hashes: A template of Apple's own hashes, with which Apple's frameworks take the store for theirs.
    package init(_ model: ModelOutline, storeIdentifier: UUID = UUID(), hashes: [String: Data]? = nil) {
        self.storeIdentifier = storeIdentifier.uuidString.uppercased()
        modelVersionHashes = hashes ?? VersionHash.hashes(model)
        modelVersionIdentifiers = [model.versionIdentifier]
        hasLibraryHashes = hashes == nil
        tombstones = TombstoneNumbers()
        types = hashes == nil ? StoredTypes(model) : nil
        original = nil
    }

    /// Reads the metadata of an existing store.
    ///
    /// - Throws: ``StoreError`` if the property list cannot be read.
    package init(storeIdentifier: String, propertyList data: Data) throws {
        guard let entries = Self.read(data)?.entries else {
            throw StoreError(.notADatabase, "the metadata of the store cannot be read")
        }
        self.storeIdentifier = storeIdentifier
        modelVersionHashes = entries[Keys.hashes] as? [String: Data] ?? [:]
        modelVersionIdentifiers = entries[Keys.identifiers] as? [String] ?? []
        hasLibraryHashes = (entries[Keys.libraryHashes] as? Int) == VersionHash.algorithm
        let numbers = entries[Keys.tombstones] as? [String: [String: Int]]
        tombstones = numbers.flatMap(TombstoneNumbers.init) ?? TombstoneNumbers()
        if hasLibraryHashes {
            types = (entries[Keys.types] as? [String: [String: String]]).map(StoredTypes.init(entities:))
        }
        generation = entries[Keys.generation] as? String
        let isKnown =
            (entries[Keys.layout] as? Int ?? 0) <= Self.layoutVersion
            && (entries[Keys.hashesVersion] as? Int ?? 0) <= Self.hashesVersion
        guard isKnown else {
            throw StoreError(.newerLayout, "the store was written by a later version, with a layout that is not known")
        }
        original = data
    }

    /// True if the file marks a value as a collection: the model cache cannot distinguish one in a composite from
    /// bytes.
    /// - Parameter path: The name of the attribute with the names of the members that lead to the value.
    package func isCollection(_ entity: String, _ path: String) -> Bool { types?.isCollection(entity, path) ?? false }

    /// True if the store was made by, or last migrated to, this very model; nil if only Apple's framework can decide
    /// it.
    package func matches(_ model: ModelOutline) -> Bool? {
        hasLibraryHashes ? modelVersionHashes == VersionHash.hashes(model) : nil
    }

    /// The names of the entities that the model has and the store has not, has and the model has not, or has otherwise;
    /// in alphabetical order. Empty if the hashes are Apple's and name the same entities.
    package func differences(from model: ModelOutline) -> [String] {
        let hashes = VersionHash.hashes(model)
        let names = Set(hashes.keys).union(modelVersionHashes.keys)
        return names.filter { name in
            guard let stored = modelVersionHashes[name], let expected = hashes[name] else { return true }
            return hasLibraryHashes && stored != expected
        }.sorted()
    }

    /// Records that the store now has the tables of another model.
    package mutating func adopt(_ model: ModelOutline, hashes: [String: Data]? = nil) {
        modelVersionHashes = hashes ?? VersionHash.hashes(model)
        modelVersionIdentifiers = [model.versionIdentifier]
        hasLibraryHashes = hashes == nil
        types = hashes == nil ? StoredTypes(model) : nil
        generation = UUID().uuidString
    }

    /// `Z_PLIST`, with every key that was there before.
    ///
    /// - Throws: ``StoreError`` if the property list cannot be written.
    package func propertyList() throws -> Data {
        let stored = original.flatMap(Self.read)
        guard stored?.isWhole != false else {
            throw StoreError(
                .cannotOpen,
                "the metadata of the store has values that this library does not know, and would lose at a save"
            )
        }
        var entries = stored?.entries ?? Self.defaults
        entries[Keys.hashes] = modelVersionHashes
        entries[Keys.hashesVersion] = Self.hashesVersion
        entries[Keys.digest] = VersionHash.digest(modelVersionHashes)
        entries[Keys.checksum] = VersionHash.checksum(modelVersionHashes)
        entries[Keys.identifiers] = modelVersionIdentifiers
        entries[Keys.libraryHashes] = hasLibraryHashes ? VersionHash.algorithm : nil
        entries[Keys.types] = types?.entities
        entries[Keys.generation] = generation
        if !tombstones.isEmpty { entries[Keys.tombstones] = tombstones.entities }
        do {
            return try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
        } catch {
            throw StoreError(.cannotOpen, "the metadata of the store cannot be written", underlying: error)
        }
    }

    /// The entries that can be read, and whether these are all.
    private static func read(_ data: Data) -> (entries: [String: Any], isWhole: Bool)? {
        if let list = BinaryPropertyListReader(data) { return list.plainEntries }
        guard data.starts(with: Array("<?xml".utf8)),
            let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
            let entries = list as? [String: Any]
        else { return nil }
        return (entries, true)
    }

    private static var defaults: [String: Any] {
        [
            Keys.storeType: "SQLite",
            // The framework of the first release that has composite attributes and indices as ours are.
            Keys.frameworkVersion: 1333,
            Keys.autoVacuum: "2",
            Keys.layout: layoutVersion,
        ]
    }

    /// The version of the layout that this library writes and reads.
    private static let layoutVersion = 1
    private static let hashesVersion = 3

    private enum Keys {
        static let storeType = "NSStoreType"
        static let frameworkVersion = "NSPersistenceFrameworkVersion"
        static let hashes = "NSStoreModelVersionHashes"
        static let hashesVersion = "NSStoreModelVersionHashesVersion"
        static let digest = "NSStoreModelVersionHashesDigest"
        static let checksum = "NSStoreModelVersionChecksumKey"
        static let identifiers = "NSStoreModelVersionIdentifiers"
        static let autoVacuum = "_NSAutoVacuumLevel"
        /// An entry of this library: the algorithm of the hashes. Absent where the hashes are Apple's.
        static let libraryHashes = "OpenSwiftDataHashes"
        /// Ours: the version of the layout. Absent where Apple's framework made the file.
        static let layout = "OpenSwiftDataLayout"
        /// Ours: by entity and attribute, the number of the `ZTOMBSTONE` column. Absent where nothing was ever marked.
        static let tombstones = "OpenSwiftDataTombstones"
        /// Ours: by entity and attribute, the widths of integers and the types of collections of plain values.
        static let types = "OpenSwiftDataTypes"
        /// Ours: a UUID that each migration replaces. Absent where there was none.
        static let generation = "OpenSwiftDataGeneration"
    }
}
