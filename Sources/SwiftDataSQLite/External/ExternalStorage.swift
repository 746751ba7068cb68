package import Foundation
import GRDB
import SwiftDataCore

/// The files beside a store that hold large values of attributes with `.externalStorage`, laid out as Core Data's:
/// `.<store>_SUPPORT/_EXTERNAL_DATA/<UUID>`.
///
/// A column holds a tag byte, then the bytes themselves or the name of the file.
package struct ExternalStorage: Sendable {
    /// Larger values go to files. Core Data's limit is not documented; values of 99,812 bytes were seen in the row.
    static let largestInlineSize = 100 * 1024

    private static let inlineTag: UInt8 = 1
    private static let fileTag: UInt8 = 2

    /// Nil for a store in memory, which keeps every value in the row.
    package let folder: URL?
    /// Set while a store is migrated: files then stay until it is certain that they are no longer used.
    private let journal: ExternalJournal?
    /// The store's file, with links followed.
    private let storePath: String?
    let files: any FileCalls
    /// The record that saves of this store have left notes.
    let unresolvedNotes = UnresolvedNotes()

    package init(storePath: String?, files: any FileCalls = ConnectionSettings.ordinary.files) {
        self.init(storePath: storePath, journal: nil, files: files)
    }

    init(storePath: String?, journal: ExternalJournal?, files: any FileCalls = ConnectionSettings.ordinary.files) {
        self.journal = journal
        self.files = files
        let path = storePath.map(StorePath.resolved)
        self.storePath = path
        folder = path.map { path in
            let own = Self.ownFolder(of: path)
            return MissingFile.isFolder(own.path) ? own : Self.sharedFolder(of: path)
        }
    }

    /// The value of a column.
    /// - Throws: ``ColumnFailure`` for an unknown tag, ``MissingExternalFile``, and ``StoreError`` for a file that
    ///   exists and cannot be read now.
    func data(of stored: Data) throws -> Data {
        if stored.first == Self.inlineTag { return stored.dropFirst() }
        guard let name = Self.fileName(stored), let folder else {
            throw ColumnFailure("the tag of external storage is unknown")
        }
        if let data = try content(of: folder.appendingPathComponent(name)) { return data }
        if let other = otherFile(name), let data = try content(of: other) { return data }
        throw MissingExternalFile(name: name)
    }

    /// The bytes of a file; nil where there is none.
    /// - Throws: ``StoreError`` for a file that exists and cannot be read now, as without a free file descriptor.
    private func content(of file: URL) throws -> Data? {
        do {
            return try files.contents(of: file.path)
        } catch {
            if MissingFile.isReported(by: error) { return nil }
            throw StoreError(.cannotOpen, "The file \(file.path) of a value could not be read.", underlying: error)
        }
    }

    /// The size of a file in bytes; nil if it does not exist.
    /// - Throws: ``StoreError`` for a file that exists and cannot be examined now.
    package func size(of name: String) throws -> Int? {
        guard let path = folder?.appendingPathComponent(name).path else { return nil }
        do {
            if let size = try MissingFile.size(path) { return Int(clamping: size) }
            return try otherFile(name).flatMap { try MissingFile.size($0.path) }.map(Int.init(clamping:))
        } catch {
            throw StoreError(.cannotOpen, "The file \(path) of a value could not be read.", underlying: error)
        }
    }

    /// The names of all files; none where there is no folder.
    /// - Throws: ``StoreError`` for a folder that exists and cannot be listed now.
    package func names() throws -> [String] {
        guard let folder else { return [] }
        do {
            return try files.names(in: folder.path)
        } catch {
            if MissingFile.isReported(by: error), try !isLinked { return [] }
            throw StoreError(
                .cannotOpen,
                "The folder \(folder.path) of large values could not be listed.",
                underlying: error
            )
        }
    }

    /// True if the folder is a link, or in one. Such a folder may be on a volume that is missing now.
    private var isLinked: Bool {
        get throws {
            guard let folder else { return false }
            return try [folder, folder.deletingLastPathComponent()].contains { place in
                try MissingFile.attributes(place.path)?[.type] as? FileAttributeType == .typeSymbolicLink
            }
        }
    }

    /// The name of the file that a column refers to.
    package static func fileName(_ stored: Data) -> String? {
        guard stored.count == 38, stored.first == fileTag, stored.last == 0 else { return nil }
        // Anything but a UUID could point out of the folder.
        let name = String(decoding: stored.dropFirst().dropLast(), as: UTF8.self)
        return UUID(uuidString: name) == nil ? nil : name
    }

    static func inline(_ data: Data) -> Data {
        Data([inlineTag]) + data
    }

    static func reference(to name: String) -> Data {
        Data([fileTag]) + Data(name.utf8) + Data([0])
    }

    /// The permissions of the store's file.
    var permissions: FilePermissions { storePath.map { FilePermissions(of: $0) } ?? FilePermissions() }

    /// A note for the files of one save; nil in a migration, which has a journal, in memory, and where there are no locks.
    package func makeNote() -> SavingNote? {
        guard let storePath, journal == nil, NoteLock.isSupported else { return nil }
        return SavingNote(storePath: storePath, files: files, permissions: { permissions }, left: unresolvedNotes)
    }

    /// A file of this name is about to be written.
    func willWrite(_ name: String) throws { try journal?.note([name]) }

    /// No row will name these files once the transaction is committed. To be called before that: a file that a
    /// migration could not list would stay for ever.
    func willRemove(_ names: [String]) throws { try journal?.note(names) }

    /// Removes files that no row names any more.
    /// - Parameter note: The note that lists them. It stays where some could not be removed.
    func remove(_ names: some Sequence<String>, _ note: SavingNote?) {
        // A migration has listed them, and removes them when it is over.
        guard let folder, journal == nil else { return }
        do {
            let gone = Array(names)
            try removeNow(gone, in: folder)
            // A power cut must not bring a file back that no note lists any more.
            if note != nil, !gone.isEmpty { try syncFolder() }
            note?.finish()
        } catch {
            log.notice("Files of old values are left behind: \(error)")
            note?.leave()
        }
    }

    /// Removes files, whatever a migration needs.
    /// - Throws: ``StoreError`` where some are still there; the other files are removed.
    func removeNow(_ names: some Sequence<String>) throws {
        guard let folder else { return }
        try removeNow(names, in: folder)
    }

    /// Makes the names of new and of removed files durable.
    func syncFolder() throws {
        guard let folder, MissingFile.isFolder(folder.path) else { return }
        try files.syncFolder(folder.path)
    }

    private func removeNow(_ names: some Sequence<String>, in folder: URL) throws {
        var failure: (any Error)?
        var count = 0
        for name in names {
            do {
                // Files in the other folder may belong to a neighbour: the rows of a backup name the same files.
                _ = try files.remove(folder.appendingPathComponent(name).path)
            } catch {
                failure = failure ?? error
                count += 1
            }
        }
        guard let failure else { return }
        throw StoreError(
            .noPermission,
            "\(count) files in the folder \(folder.path) of large values could not be removed.",
            underlying: failure
        )
    }

    /// Removes the files of a store whose rows have been deleted, and their folder where nothing else is in it.
    /// - Throws: ``StoreError`` where some are still there.
    func removeErased(_ names: [String], _ note: SavingNote?) throws {
        guard let folder, journal == nil else { return }
        do {
            try removeNow(names)
            if note != nil, !names.isEmpty { try syncFolder() }
        } catch {
            note?.leave()
            throw StoreError(
                .noPermission,
                "The rows are deleted, but files in the folder \(folder.path) of large values could not be removed. Remove "
                    + "them, or open the store again.",
                underlying: error
            )
        }
        note?.finish()
        removeEmptyFolder()
    }

    /// Removes the folder, where nothing is in it.
    func removeEmptyFolder() {
        guard let folder, journal == nil else { return }
        // That a store has a folder of its own is known by the folder alone.
        guard folder.lastPathComponent == Self.dataFolder else { return }
        files.removeFolder(folder.path)
        files.removeFolder(folder.deletingLastPathComponent().path)
    }

    /// The folder beside a store that exists for its large values alone.
    package var wholeFolder: URL? {
        folder.map { $0.lastPathComponent == Self.dataFolder ? $0.deletingLastPathComponent() : $0 }
    }

    /// The place of a file from before the store had a folder of its own.
    func otherFile(_ name: String) -> URL? { formerFolder?.appendingPathComponent(name) }

    /// The folder of the files from before the store had a folder of its own; nil for a store without one. The files of
    /// another store may be in it.
    private var formerFolder: URL? {
        guard let storePath, let folder, folder.lastPathComponent != Self.dataFolder else { return nil }
        return Self.sharedFolder(of: storePath)
    }

    /// The places of the store's files, by name: all files of its folder, and the files in the former folder that its
    /// rows name.
    ///
    /// Where the rows cannot be read, all files of the former folder, since the files of another store cannot be
    /// distinguished.
    /// - Throws: ``StoreError`` for a folder or a store that exists and cannot be read now.
    package func places() throws -> [String: String] {
        guard let folder else { return [:] }
        var places: [String: String] = [:]
        if let formerFolder {
            for name in try formerNames() { places[name] = formerFolder.appendingPathComponent(name).path }
        }
        for name in try names() { places[name] = folder.appendingPathComponent(name).path }
        return places
    }

    private func formerNames() throws -> [String] {
        guard let storePath, let formerFolder else { return [] }
        let existing: [String]
        do {
            existing = try files.names(in: formerFolder.path)
        } catch {
            if MissingFile.isReported(by: error) { return [] }
            throw StoreError(
                .cannotOpen,
                "The folder \(formerFolder.path) of large values could not be listed.",
                underlying: error
            )
        }
        let store = try StoreConnection.readOnlyFile(storePath)
        defer { try? store.close() }
        return try store.read { runner in
            do {
                let named = try NamedFiles.names(runner, path: storePath)
                return existing.filter(named.contains)
            } catch let error as DatabaseError where SQLiteFailure(error).storeError(path: storePath).isDamage {
                return existing.filter { UUID(uuidString: $0) != nil }
            }
        }
    }
}

// MARK: - The folder

extension ExternalStorage {
    private static let dataFolder = "_EXTERNAL_DATA"

    /// The folder of Core Data's for the files of a store. Stores whose names differ in their extensions share it.
    private static func sharedFolder(of path: String) -> URL {
        let store = URL(fileURLWithPath: path)
        return store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
            .appendingPathComponent(dataFolder, isDirectory: true)
    }

    /// The folder of a store of this library that has another store's name beside it.
    private static func ownFolder(of path: String) -> URL {
        let store = URL(fileURLWithPath: path)
        return store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.lastPathComponent)_FILES", isDirectory: true)
    }

    /// Gives a store that is being made a folder of its own where another one beside it has Core Data's.
    /// - Parameter permissions: The permissions of the folder; nil for the permissions of the store's file.
    /// - Returns: The folder, where it was made.
    @discardableResult
    static func makeOwnFolderIfShared(
        _ path: String,
        _ permissions: FilePermissions? = nil,
        files: any FileCalls
    ) throws -> String? {
        let path = StorePath.resolved(path)
        let folder = ownFolder(of: path).path
        guard !MissingFile.isFolder(folder), hasNeighbour(path, files) else { return nil }
        try files.makeFolders(folder, permissions ?? FilePermissions(of: path))
        return folder
    }

    /// Extensions that stores mostly have.
    private static let extensions = ["store", "sqlite", "sqlite3", "db"]

    /// True if a store beside another one may have the same folder.
    ///
    /// Only names are looked at: a file of another library's connection must not be opened here, since its locks end when the
    /// process closes the file.
    private static func hasNeighbour(_ path: String, _ files: any FileCalls) -> Bool {
        let store = URL(fileURLWithPath: path)
        let stem = store.deletingPathExtension()
        let usual = extensions.filter { $0 != store.pathExtension }.map { stem.appendingPathExtension($0).path }
        if usual.contains(where: { FileManager.default.fileExists(atPath: $0) }) { return true }
        let folder = store.deletingLastPathComponent()
        let names: [String]
        do {
            names = try files.names(in: folder.path)
        } catch {
            // A folder that may be used and not listed.
            return false
        }
        let isUsed = MissingFile.isFolder(sharedFolder(of: path).path)
        return names.contains { name in
            guard (name as NSString).deletingPathExtension == stem.lastPathComponent, name != store.lastPathComponent,
                !name.hasPrefix(store.lastPathComponent + "-")
            else { return false }
            let place = folder.appendingPathComponent(name).path
            return !MissingFile.isFolder(place) && (isUsed || names.contains(name + "-wal") || OpenFiles.isOpen(place))
        }
    }
}

/// A column names a file that is not there: another save replaced the value after the row was read, or it is lost.
struct MissingExternalFile: Error {
    let name: String
    /// The error to report if the file is lost.
    var report: StoreError?
}
