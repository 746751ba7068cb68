import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The folder beside a store that a migration keeps its files in. It is used by the holder of the store's write lock
/// alone, so that a process that has just got the lock finds only remains of a migration that has died in it.
struct MigrationFolder: Sendable {
    let url: URL
    let storePath: String
    let files: any FileCalls

    /// - Parameter path: The file of the store. Links are followed, so that all users of the file have one folder.
    init(storePath path: String, files: any FileCalls = ConnectionSettings.ordinary.files) {
        self.files = files
        storePath = StorePath.resolved(path)
        let store = URL(fileURLWithPath: storePath)
        url = store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.lastPathComponent)_MIGRATION", isDirectory: true)
    }

    /// The names of external files that may belong to no row.
    var journal: URL { url.appendingPathComponent("files") }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    func make() throws {
        do {
            // It may hold a copy of the rows.
            try files.makeFolders(url.path, FilePermissions(of: storePath))
        } catch {
            throw StoreError(
                .noPermission,
                "The folder \(url.path), which the migration needs, could not be created.",
                underlying: error
            )
        }
    }

    /// Removes everything: first the external files that the journal lists and that no row refers to, then the folder.
    ///
    /// A file that cannot be removed stays until the next time, with the journal that lists it.
    /// - Parameter runner: Holds the write lock of the store.
    func remove(_ runner: SQLRunner) {
        guard exists else { return }
        do {
            do {
                try removeFiles(runner)
            } catch {
                // Nothing but the journal is of use to the next time, and a copy of the store would be in its way.
                try removeAllButJournal()
                throw error
            }
            runner.observer?("remove \(url.lastPathComponent)")
            try files.removeTree(url.path)
        } catch {
            log.notice("\(url.path) is left over from a migration, and could not be removed: \(error)")
        }
    }

    private func removeAllButJournal() throws {
        for name in try files.names(in: url.path) where name != journal.lastPathComponent {
            try files.removeTree(url.appendingPathComponent(name).path)
        }
    }

    private func removeFiles(_ runner: SQLRunner) throws {
        let content: Data
        do {
            content = try files.contents(of: journal.path)
        } catch {
            if MissingFile.isReported(by: error) { return }
            throw error
        }
        // A process that died may have left half a line, or bytes of anything.
        let text = String(decoding: content, as: UTF8.self)
        let names = Set(text.split(separator: "\n").map(String.init).filter { UUID(uuidString: $0) != nil })
        guard !names.isEmpty else { return }
        let layout = try StoreLayout(try FileModel(runner, path: storePath).outline())
        let unused = names.subtracting(try ExternalReferences(layout).names(runner))
        let external = ExternalStorage(storePath: storePath, files: files)
        var failure: (any Error)?
        for name in unused.sorted() {
            runner.observer?("remove an external file")
            do { try external.removeNow([name]) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        // A power cut must not bring a file back that no journal lists any more.
        if !unused.isEmpty { try external.syncFolder() }
    }
}
