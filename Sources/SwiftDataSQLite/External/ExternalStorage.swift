package import Foundation
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
    /// Set while a store is migrated: files then stay until it is certain that they are of no more use.
    private let journal: ExternalJournal?

    package init(storePath: String?) {
        self.init(storePath: storePath, journal: nil)
    }

    init(storePath: String?, journal: ExternalJournal?) {
        self.journal = journal
        folder = storePath.map { path in
            let store = URL(fileURLWithPath: path)
            return store.deletingLastPathComponent()
                .appendingPathComponent(".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
                .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
        }
    }

    /// The value of a column.
    /// - Throws: ``ColumnFailure`` for an unknown tag, ``MissingExternalFile``, and ``StoreError`` for a file that is there
    ///   and cannot be read now.
    func data(of stored: Data) throws -> Data {
        if stored.first == Self.inlineTag { return stored.dropFirst() }
        guard let name = Self.fileName(stored), let folder else {
            throw ColumnFailure("the tag of external storage is unknown")
        }
        do {
            return try Data(contentsOf: folder.appendingPathComponent(name))
        } catch {
            if MissingFile.isTold(by: error) { throw MissingExternalFile(name: name) }
            // Without a free file descriptor, for instance, it is there and cannot be read.
            let path = folder.appendingPathComponent(name).path
            throw StoreError(.cannotOpen, "The file \(path) of a value could not be read.", underlying: error)
        }
    }

    /// How many bytes a file has; nil for one that is not there.
    /// - Throws: ``StoreError`` for a file that is there and cannot be looked at now.
    package func size(of name: String) throws -> Int? {
        guard let path = folder?.appendingPathComponent(name).path else { return nil }
        do {
            return try MissingFile.size(path).map(Int.init(clamping:))
        } catch {
            throw StoreError(.cannotOpen, "The file \(path) of a value could not be read.", underlying: error)
        }
    }

    /// The names of all files; none where there is no folder.
    /// - Throws: ``StoreError`` for a folder that is there and cannot be listed now.
    package func names() throws -> [String] {
        guard let folder else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            if MissingFile.isTold(by: error), try !isLinked { return [] }
            throw StoreError(
                .cannotOpen,
                "The folder \(folder.path) of large values could not be listed.",
                underlying: error
            )
        }
    }

    /// Whether the folder is a link, or in one. Such a folder may be on a volume that is missing now.
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

    /// A file of this name is about to be written.
    func willWrite(_ name: String) throws { try journal?.note([name]) }

    func remove(_ names: some Sequence<String>) {
        guard let folder else { return }
        if let journal {
            do { try journal.note(names) } catch { log.notice("Files of old values are left behind: \(error)") }
            return
        }
        do {
            try removeNow(names, in: folder)
        } catch {
            log.notice("Files of old values are left behind: \(error)")
        }
    }

    /// Removes files, whatever a migration needs.
    /// - Throws: ``StoreError`` where some are still there; the others are removed.
    func removeNow(_ names: some Sequence<String>) throws {
        guard let folder else { return }
        try removeNow(names, in: folder)
    }

    private func removeNow(_ names: some Sequence<String>, in folder: URL) throws {
        var failure: (any Error)?
        var count = 0
        for name in names {
            do {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            } catch {
                if MissingFile.isKnown(folder.appendingPathComponent(name).path) { continue }
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

    /// Removes every file, with the folder.
    /// - Throws: ``StoreError`` where the folder is still there.
    func removeAll() throws {
        guard let folder else { return }
        if journal != nil { return remove(try names()) }
        let support = folder.deletingLastPathComponent()
        do {
            try FileManager.default.removeItem(at: support)
        } catch {
            if MissingFile.isKnown(support.path) { return }
            throw StoreError(
                .noPermission,
                "The rows are deleted, but the folder \(support.path) of large values could not be removed. Remove it, "
                    + "or erase again.",
                underlying: error
            )
        }
    }
}

/// A column names a file that is not there: somebody replaced the value after the row was read, or it is lost.
struct MissingExternalFile: Error {
    let name: String
    /// What to report if it is lost.
    var report: StoreError?
}
