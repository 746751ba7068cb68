import FaultyVFS
import Foundation
import SwiftDataSQLite

/// The library's own files, with the plan and the journal of the faulty file system.
final class FaultyFiles: FileCalls {
    /// A bug for the machine to find.
    enum Plant: String, CaseIterable {
        /// Folders are not synced.
        case folders
        /// `synchronous` is NORMAL.
        case normal
        /// A file is written after the row that names it.
        case late
        /// A file is removed before the commit of the row that no longer names it.
        case early
    }

    private let system = SystemFiles()
    private let plant: Plant?
    /// Entries of the journal that come when the save has returned. Used on the thread of the script alone.
    nonisolated(unsafe) private var held: [() -> Void] = []

    init(_ plant: Plant? = nil) {
        self.plant = plant
        faulty_plant_normal(plant == .normal)
    }

    private func check(_ method: faulty_method, _ call: String, _ path: String) throws {
        let number = faulty_check_file(method)
        if number != 0 { throw FileFailure(call, path, number) }
    }

    private func note(_ event: faulty_event, _ path: String, _ data: Data = Data(), at offset: Int = 0) {
        data.withUnsafeBytes { faulty_journal_add(event, path, Int64(offset), $0.baseAddress, Int64($0.count)) }
    }

    /// To be called when a save has written its rows.
    func release() {
        for event in held { event() }
        held = []
    }

    func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
        try check(faulty_file_make_folder, "mkdir", path)
        let isMade = try system.makeFolder(path, permissions)
        if isMade { note(faulty_event_make_folder, path) }
        return isMade
    }

    func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
        try check(faulty_file_open, "open", path)
        do {
            try check(faulty_file_write, "write", path)
        } catch {
            let part = data.prefix(data.count / 2)
            try system.write(part, to: path, permissions)
            noteNew(part, path)
            throw error
        }
        try system.write(data, to: path, permissions)
        if path.contains("_SAVING/") { planRemovals(data, path) }
        noteNew(data, path)
        try check(faulty_file_sync, "fsync", path)
        let sync = { [self] in note(faulty_event_sync, path) }
        if isHeld(path) { held.append(sync) } else { sync() }
    }

    private func noteNew(_ data: Data, _ path: String) {
        let events = { [self] in
            note(faulty_event_create, path)
            note(faulty_event_open, path)
            if !data.isEmpty { note(faulty_event_write, path, data) }
        }
        if isHeld(path) { held.append(events) } else { events() }
    }

    private func isHeld(_ path: String) -> Bool {
        plant == .late && (path.contains("_EXTERNAL_DATA/") || path.contains("_FILES/"))
    }

    func append(_ data: Data, to path: String) throws {
        try check(faulty_file_open, "open", path)
        let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
        try check(faulty_file_write, "write", path)
        try system.append(data, to: path)
        if path.contains("_SAVING/") { planRemovals(data, path) }
        note(faulty_event_open, path)
        note(faulty_event_write, path, data, at: size)
        try check(faulty_file_sync, "fsync", path)
        note(faulty_event_sync, path)
    }

    /// Records the removals of the existing files that a note lists, before they happen.
    private func planRemovals(_ data: Data, _ path: String) {
        guard plant == .early else { return }
        let folder = ((path as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
        for name in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let file = "\(folder)/.box_SUPPORT/_EXTERNAL_DATA/\(name)"
            guard FileManager.default.fileExists(atPath: file) else { continue }
            note(faulty_event_delete, file)
            note(faulty_event_sync_folder, (file as NSString).deletingLastPathComponent)
        }
    }

    func copy(
        _ source: String,
        to path: String,
        _ permissions: FilePermissions,
        _ progress: (Int64) throws -> Void
    ) throws {
        try check(faulty_file_read, "read", source)
        do {
            try check(faulty_file_write, "write", path)
        } catch {
            let data = try system.contents(of: source)
            try system.write(data.prefix(data.count / 2), to: path, permissions)
            noteNew(data.prefix(data.count / 2), path)
            throw error
        }
        try system.copy(source, to: path, permissions, progress)
        note(faulty_event_open, source)
        noteNew(try system.contents(of: path), path)
        // A part of the copy.
        try check(faulty_file_sync, "fsync", path)
        note(faulty_event_sync, path)
    }

    func rename(_ path: String, to newPath: String) throws {
        try check(faulty_file_write, "rename", path)
        try system.rename(path, to: newPath)
        note(faulty_event_rename, path, Data(newPath.utf8))
    }

    func syncFile(_ path: String) throws {
        try check(faulty_file_sync, "fsync", path)
        try system.syncFile(path)
        note(faulty_event_sync, path)
    }

    func syncFolder(_ path: String) throws {
        try check(faulty_file_sync, "fsync", path)
        try system.syncFolder(path)
        if plant != .folders { note(faulty_event_sync_folder, path.isEmpty ? "." : path) }
    }

    func remove(_ path: String) throws -> Bool {
        try check(faulty_file_remove, "unlink", path)
        let isRemoved = try system.remove(path)
        if isRemoved { note(faulty_event_delete, path) }
        return isRemoved
    }

    func removeFolder(_ path: String) {
        guard faulty_check_file(faulty_file_remove) == 0, FileManager.default.fileExists(atPath: path) else { return }
        system.removeFolder(path)
        if !FileManager.default.fileExists(atPath: path) { note(faulty_event_remove_folder, path) }
    }

    func removeTree(_ path: String) throws {
        try check(faulty_file_remove, "unlink", path)
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        try system.removeTree(path)
        for name in names { note(faulty_event_delete, "\(path)/\(name)") }
        note(isFolder.boolValue ? faulty_event_remove_folder : faulty_event_delete, path)
    }

    func contents(of path: String) throws -> Data {
        try check(faulty_file_read, "read", path)
        let data = try system.contents(of: path)
        note(faulty_event_open, path)
        return data
    }

    func names(in folder: String) throws -> [String] {
        try check(faulty_file_read, "readdir", folder)
        let names = try system.names(in: folder)
        note(faulty_event_open, folder)
        return names
    }

    func lock(_ path: String) throws -> NoteLock? {
        try check(faulty_file_lock, "flock", path)
        let lock = try system.lock(path)
        if lock != nil { note(faulty_event_open, path) }
        return lock
    }
}
