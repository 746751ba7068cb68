import Foundation
import SwiftData
import SwiftDataCore

/// Copying a container's stores to a new folder.
struct Backup: Whole {
    let files = ["box.store", "copy/box.store"]

    func fill(_ folder: URL) throws { try Session.fill(folder, Step.fill) }

    func run(_ folder: URL) throws {
        // The copy may be whole although the last call has failed.
        let target = folder.appendingPathComponent("copy")
        if FileManager.default.fileExists(atPath: target.path) { return }
        let session = try Session(folder, storeCount: 1)
        defer { try? session.close() }
        try session.container.backup(to: target)
    }

    func leftovers(_ folder: URL) throws -> [String] {
        // The remains of a backup that has died may be deleted by any process.
        try RawStore(folder.appendingPathComponent(files[0]).path).leftovers()
    }
}

/// Putting a backup in the place of a store.
struct Restore: Whole {
    /// The content of the place before.
    enum Place { case store, nothing, garbage }

    let place: Place
    let files = ["box.store"]

    private static let garbage = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) })
    private static let backup = "backup"

    private func store(_ folder: URL) -> URL { folder.appendingPathComponent(files[0]) }

    func fill(_ folder: URL) throws {
        try Session.fill(folder, Step.fill)
        let session = try Session(folder, storeCount: 1)
        try session.container.backup(to: folder.appendingPathComponent(Self.backup))
        try session.close()
        switch place {
        case .store: try Session.fill(folder, Step.update + Step.delete)
        case .nothing:
            try FileManager.default.removeItem(at: store(folder))
            try FileManager.default.removeItem(at: folder.appendingPathComponent(".box_SUPPORT"))
        case .garbage:
            try Self.garbage.write(to: store(folder))
            try Self.garbage.write(to: URL(fileURLWithPath: store(folder).path + "-wal"))
        }
    }

    func run(_ folder: URL) throws {
        try ModelContainer.restore(from: folder.appendingPathComponent(Self.backup), to: store(folder))
    }

    func state(of name: String, in folder: URL) throws -> String {
        let store = store(folder)
        guard let bytes = FileManager.default.contents(atPath: store.path) else { return "" }
        guard bytes == Self.garbage else { return try RawStore(store.path).wholeState() }
        // Under another name it is on its way, and comes back.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let logs = names.filter { $0 == "box.store-wal" || $0.contains("_REPLACED-") && $0.hasSuffix("-wal") }
        let contents = logs.map { FileManager.default.contents(atPath: folder.appendingPathComponent($0).path) }
        return "garbage with \(contents.map { $0 == Self.garbage ? "its log" : "another log" })"
    }

    func problems(of name: String, in folder: URL) throws -> [String] {
        let bytes = FileManager.default.contents(atPath: store(folder).path)
        return bytes == nil || bytes == Self.garbage ? [] : try RawStore(store(folder).path).problems()
    }

    func reopen(_ folder: URL) throws {
        // Another one is not made there, so that it can be told what there was.
        guard FileManager.default.fileExists(atPath: store(folder).path) else { return }
        do {
            try Session(folder, storeCount: 1).close()
        } catch let error as StoreError where error.code == .notADatabase && place == .garbage {}
    }

    func leftovers(_ folder: URL) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let ours = ["_RESTORE-", "_REPLACED-", "_SAVING"].filter { part in names.contains { $0.contains(part) } }
        let left = ours.map { "\($0) is left behind" }
        // The large values of a store that cannot be read stay.
        return try place == .garbage ? left : left + RawStore(store(folder).path).leftovers()
    }
}

extension Session {
    /// Makes a store by steps, or goes on with one.
    static func fill(_ folder: URL, _ steps: [Step]) throws {
        let session = try Session(folder, storeCount: 1)
        for step in steps {
            try step.edit(session)
            if step.saves { try session.context.save() }
        }
        try session.close()
    }
}
