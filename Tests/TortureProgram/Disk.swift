import FaultyVFS
import Foundation

/// What is on a disk, and what is only on its way there.
///
/// The model is that of POSIX, with no more than it promises: `fsync` of a file keeps its bytes and its size, `fsync` of a
/// folder keeps the names in it. Until then the writes of a file reach the disk in any order, sector by sector or not at
/// all, and so do the names. A write leaves bytes beside it as they are, as SQLite assumes too.
struct Disk {
    struct Event {
        let kind: faulty_event
        let path: String
        let offset: Int
        let bytes: Data
    }

    private enum Change {
        case write(Int, Data)
        case truncate(Int)
    }

    private struct File {
        var bytes: Data
        var changes: [Change] = []
    }

    /// A name in a folder; nil for a folder, and what it is to be.
    private struct NameChange {
        let path: String
        let entry: Entry?
    }

    private enum Entry: Equatable {
        case file(Int)
        case folder
    }

    private var files: [File] = []
    private var names: [String: Entry] = [:]
    private var durableNames: [String: Entry] = [:]
    private var nameChanges: [NameChange] = []

    /// Everything in a folder is on the disk.
    init(_ folder: URL) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !path.hasSuffix("-shm") {
            if let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path) {
                files.append(File(bytes: bytes))
                names[path] = .file(files.count - 1)
            } else {
                names[path] = .folder
            }
        }
        durableNames = names
    }

    mutating func apply(_ event: Event) {
        let path = event.path
        switch event.kind {
        case faulty_event_create:
            files.append(File(bytes: Data()))
            rename(path, .file(files.count - 1))
        case faulty_event_delete, faulty_event_remove_folder: rename(path, nil)
        case faulty_event_make_folder: rename(path, .folder)
        case faulty_event_write: change(path) { $0.changes.append(.write(event.offset, event.bytes)) }
        case faulty_event_truncate: change(path) { $0.changes.append(.truncate(event.offset)) }
        case faulty_event_sync:
            change(path) { file in
                for change in file.changes { Self.apply(change, to: &file.bytes) }
                file.changes = []
            }
        case faulty_event_sync_folder:
            for change in nameChanges where Self.folder(of: change.path) == path {
                durableNames[change.path] = change.entry
            }
            nameChanges.removeAll { Self.folder(of: $0.path) == path }
        default: break
        }
    }

    private mutating func rename(_ path: String, _ entry: Entry?) {
        names[path] = entry
        nameChanges.append(NameChange(path: path, entry: entry))
    }

    private mutating func change(_ path: String, _ body: (inout File) -> Void) {
        guard case .file(let number)? = names[path] else { return }
        body(&files[number])
    }

    private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    private static func apply(_ change: Change, to bytes: inout Data) {
        switch change {
        case .truncate(let size):
            if size < bytes.count { bytes.removeSubrange(size...) } else { grow(&bytes, to: size) }
        case .write(let offset, let data):
            grow(&bytes, to: offset + data.count)
            bytes.replaceSubrange(offset..<offset + data.count, with: data)
        }
    }

    private static func grow(_ bytes: inout Data, to size: Int) {
        if size > bytes.count { bytes.append(Data(count: size - bytes.count)) }
    }

    // MARK: After a cut

    /// What has become of everything that was on its way.
    enum Cut: CaseIterable {
        case dropped, kept, withoutNames, withoutContents, torn, tornAgain
    }

    private static let sector = 512

    /// The files, and nil for folders, by path.
    func after<Random: RandomNumberGenerator>(_ cut: Cut, _ random: inout Random) -> [String: Data?] {
        let isTorn = cut == .torn || cut == .tornAgain
        var entries = cut == .kept || cut == .withoutContents ? names : durableNames
        if isTorn {
            for (path, changes) in Dictionary(grouping: nameChanges, by: \.path).sorted(by: { $0.key < $1.key }) {
                let count = Int.random(in: 0...changes.count, using: &random)
                if count > 0 { entries[path] = changes[count - 1].entry }
            }
        }
        var disk: [String: Data?] = [:]
        let share = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let folder = Self.folder(of: path)
            guard folder.isEmpty || entries[folder] == .folder else { continue }
            guard case .file(let number) = entry else {
                disk[path] = .some(nil)
                continue
            }
            var bytes = files[number].bytes
            for change in files[number].changes {
                if cut == .kept || cut == .withoutNames {
                    Self.apply(change, to: &bytes)
                } else if isTorn {
                    Self.tear(change, to: &bytes, share, &random)
                }
            }
            disk[path] = bytes
        }
        // A folder is reached by those above it.
        return disk.filter { path, _ in
            let folder = Self.folder(of: path)
            return folder.isEmpty || disk[folder] != nil
        }
    }

    private static func tear<Random: RandomNumberGenerator>(
        _ change: Change,
        to bytes: inout Data,
        _ share: Double,
        _ random: inout Random
    ) {
        guard case .write(let offset, let data) = change else {
            if Double.random(in: 0..<1, using: &random) < share { apply(change, to: &bytes) }
            return
        }
        var start = offset
        while start < offset + data.count {
            let end = min((start / sector + 1) * sector, offset + data.count)
            if Double.random(in: 0..<1, using: &random) < share {
                apply(.write(start, data.subdata(in: start - offset..<end - offset)), to: &bytes)
            }
            start = end
        }
    }
}
