import Foundation
import SwiftDataCore

/// The external files of a backup on their way to the folder of a store. A note lists them, so that the next opening of
/// the store removes files that no row names.
struct RestoredFiles {
    private let source: StoreConnection
    private let path: String
    private let from: ExternalStorage
    private let target: ExternalStorage
    private let permissions: FilePermissions
    private let files: any FileCalls
    private let savingNote: SavingNote?
    private var written: [String] = []

    /// The files that the rows of the backup name.
    private(set) var names: Set<String> = []
    /// The names of files that the backup has lost.
    private(set) var missing: [String] = []
    /// The bytes of the files that have been copied.
    private(set) var size: Int64 = 0
    private(set) var pageSize: Int64 = 0
    private(set) var total: Int64 = 0

    /// - Parameter path: The file of the backup.
    init(
        from source: StoreConnection,
        _ path: String,
        to target: ExternalStorage,
        _ permissions: FilePermissions,
        _ files: any FileCalls
    ) {
        self.source = source
        self.permissions = permissions
        self.path = path
        from = ExternalStorage(storePath: path, files: files)
        self.target = target
        self.files = files
        savingNote = target.makeNote()
    }

    /// Copies them all. They and their names are on the disk when the call returns.
    mutating func copy(_ report: (Int64, Int64) throws -> Void) throws {
        (names, pageSize) = try source.read { runner in
            let pages = (try runner.integer("PRAGMA page_count") ?? 0) * (try runner.integer("PRAGMA page_size") ?? 0)
            return (try NamedFiles.names(runner, path: path), pages)
        }
        total = try names.reduce(pageSize) { $0 + Int64(try from.size(of: $1) ?? 0) }
        guard let folder = target.folder?.path, !names.isEmpty else { return try report(0, total) }
        // Twice as many: a file that the store has already is replaced by one that is written under another name.
        let temporary = names.sorted().map { (name: $0, temporary: UUID().uuidString) }
        try savingNote?.note(temporary.flatMap { [$0.name, $0.temporary] })
        try files.makeFolders(folder, permissions)
        for (name, temporary) in temporary {
            try report(size, total)
            guard try add(name, temporary, to: folder, report) else {
                missing.append(name)
                continue
            }
        }
        try files.syncFolder(folder)
        guard !missing.isEmpty else { return }
        log.notice("\(missing.count) files of large values are missing in the backup at \(path)")
    }

    private mutating func add(
        _ name: String,
        _ temporary: String,
        to folder: String,
        _ report: (Int64, Int64) throws -> Void
    ) throws -> Bool {
        let place = (folder as NSString).appendingPathComponent(name)
        let isNew = MissingFile.isKnown(place)
        written.append(temporary)
        var copies = CopiedFiles(from: from, to: folder, permissions, files)
        let (before, all) = (size, total)
        guard try copies.add(name, as: temporary, { try report(before + $0, all) }) else { return false }
        size += copies.size
        try files.rename((folder as NSString).appendingPathComponent(temporary), to: place)
        // One that was there is the old store's, too, and of the same content: it stays whatever comes.
        if isNew { written.append(name) }
        return true
    }

    func note(obsolete: Set<String>) throws { try savingNote?.note(obsolete.sorted()) }

    /// Lists the files that a restore makes beside the store, and moves away, before it does.
    func note(_ mark: RestoreMark) throws { try savingNote?.note([mark.line]) }

    /// Removes obsolete files, after the commit.
    func finish(obsolete: Set<String>) { target.remove(obsolete.sorted(), savingNote) }

    /// Removes the copied files, before the commit.
    /// - Parameter isOver: True if nothing else is left that the note lists.
    func rollBack(isOver: Bool = true) {
        target.remove(written, isOver ? savingNote : nil)
        target.removeEmptyFolder()
        if !isOver { leave() }
    }

    /// Keeps the notes, for a commit that may have succeeded.
    func leave() { savingNote?.leave() }
}
