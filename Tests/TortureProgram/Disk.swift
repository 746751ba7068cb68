import FaultyVFS
import Foundation

/// The content of a disk, and the writes that are still on their way to it.
///
/// The model is that of POSIX, with no more than it promises: `fsync` of a file keeps its bytes and its size, `fsync` of a
/// folder keeps the names in it. Until then the writes of a file reach the disk in any order, sector by sector or not at
/// all, and so do the names. A write leaves bytes beside it as they are, as SQLite assumes too. A rename is there or not: a
/// disk never has neither of its names.
struct Disk {
    struct Event {
        let kind: faulty_event
        let path: String
        let offset: Int
        let bytes: Data
        /// For a rename.
        var newPath = ""
    }

    private enum Change {
        case write(Int, Data)
        case truncate(Int)
    }

    private struct File {
        var bytes: Data
        var changes: [Change] = []
    }

    /// A name in a folder, which has a number.
    private struct Place: Hashable, Comparable {
        let folder: Int
        let name: String

        static func < (left: Place, right: Place) -> Bool { (left.folder, left.name) < (right.folder, right.name) }
    }

    private enum Entry: Equatable {
        case file(Int)
        case folder(Int)
    }

    /// The change of one name, or of both names of a rename at once.
    private typealias NameChange = [(place: Place, entry: Entry?)]

    private static let root = 0

    private var files: [File] = []
    private var folderCount = 1
    private var names: [Place: Entry] = [:]
    private var durableNames: [Place: Entry] = [:]
    private var nameChanges: [NameChange] = []

    /// Everything in a folder is on the disk.
    init(_ folder: URL) throws {
        // A folder comes before what is in it.
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for path in paths where !path.hasSuffix("-shm") {
            guard let place = place(path) else { continue }
            let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path)
            names[place] = bytes.map { newFile($0) } ?? newFolder()
        }
        durableNames = names
    }

    private mutating func newFile(_ bytes: Data = Data()) -> Entry {
        files.append(File(bytes: bytes))
        return .file(files.count - 1)
    }

    private mutating func newFolder() -> Entry {
        folderCount += 1
        return .folder(folderCount - 1)
    }

    mutating func apply(_ event: Event) {
        let path = event.path
        switch event.kind {
        case faulty_event_create: rename([(path, newFile())])
        case faulty_event_make_folder: rename([(path, newFolder())])
        case faulty_event_delete, faulty_event_remove_folder: rename([(path, nil)])
        case faulty_event_rename: rename([(event.newPath, entry(path)), (path, nil)])
        case faulty_event_write: change(path) { $0.changes.append(.write(event.offset, event.bytes)) }
        case faulty_event_truncate: change(path) { $0.changes.append(.truncate(event.offset)) }
        case faulty_event_sync:
            change(path) { file in
                for change in file.changes { Self.apply(change, to: &file.bytes) }
                file.changes = []
            }
        case faulty_event_sync_folder: syncFolder(path)
        default: break
        }
    }

    private mutating func syncFolder(_ path: String) {
        guard case .folder(let number)? = entry(path) else { return }
        let isOfIt: (NameChange) -> Bool = { change in change.contains { $0.place.folder == number } }
        for change in nameChanges where isOfIt(change) {
            for (place, entry) in change { durableNames[place] = entry }
        }
        nameChanges.removeAll(where: isOfIt)
    }

    private mutating func rename(_ edits: [(path: String, entry: Entry?)]) {
        let change = edits.compactMap { edit in place(edit.path).map { (place: $0, entry: edit.entry) } }
        guard change.count == edits.count else { return }
        for (place, entry) in change { names[place] = entry }
        nameChanges.append(change)
    }

    private mutating func change(_ path: String, _ body: (inout File) -> Void) {
        guard case .file(let number)? = entry(path) else { return }
        body(&files[number])
    }

    private func entry(_ path: String) -> Entry? {
        if path.isEmpty { return .folder(Self.root) }
        return place(path).flatMap { names[$0] }
    }

    /// Nil where the folder is not there.
    private func place(_ path: String) -> Place? {
        let path = path as NSString
        guard case .folder(let number)? = entry(path.deletingLastPathComponent) else { return nil }
        return Place(folder: number, name: path.lastPathComponent)
    }

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
}

// MARK: - After a cut

extension Disk {
    /// The fate of everything that was on its way.
    enum Cut: CaseIterable {
        case dropped, kept, withoutNames, withoutContents, torn, tornAgain
    }

    private static let sector = 512

    /// The files, and nil for folders, by path.
    func after<Random: RandomNumberGenerator>(_ cut: Cut, _ random: inout Random) -> [String: Data?] {
        let isTorn = cut == .torn || cut == .tornAgain
        var entries = cut == .kept || cut == .withoutContents ? names : durableNames
        if isTorn { tear(&entries, &random) }
        let share = [0.1, 0.5, 0.9].randomElement(using: &random) ?? 0.5
        var disk: [String: Data?] = [:]
        // What no folder leads to from the root is not there.
        var folders = [(number: Self.root, path: "")]
        let places = Dictionary(grouping: entries.sorted { $0.key < $1.key }, by: \.key.folder)
        while let folder = folders.popLast() {
            for (place, entry) in places[folder.number] ?? [] {
                let path = folder.path.isEmpty ? place.name : "\(folder.path)/\(place.name)"
                switch entry {
                case .folder(let number):
                    disk[path] = .some(nil)
                    folders.append((number, path))
                case .file(let number):
                    disk[path] = content(files[number], cut, share, &random)
                }
            }
        }
        return disk
    }

    private func content<Random: RandomNumberGenerator>(
        _ file: File,
        _ cut: Cut,
        _ share: Double,
        _ random: inout Random
    ) -> Data {
        var bytes = file.bytes
        for change in file.changes {
            switch cut {
            case .kept, .withoutNames: Self.apply(change, to: &bytes)
            case .torn, .tornAgain: Self.tear(change, to: &bytes, share, &random)
            case .dropped, .withoutContents: break
            }
        }
        return bytes
    }

    /// Changes of one name keep their order, and renames tie names to each other.
    private func tear<Random: RandomNumberGenerator>(_ entries: inout [Place: Entry], _ random: inout Random) {
        var groups: [(places: Set<Place>, changes: [NameChange])] = []
        for change in nameChanges {
            var group = (places: Set(change.map(\.place)), changes: [NameChange]())
            for other in groups where !other.places.isDisjoint(with: group.places) {
                group.places.formUnion(other.places)
                group.changes += other.changes
            }
            groups.removeAll { !$0.places.isDisjoint(with: group.places) }
            group.changes.append(change)
            groups.append(group)
        }
        for group in groups {
            for change in group.changes.prefix(Int.random(in: 0...group.changes.count, using: &random)) {
                for (place, entry) in change { entries[place] = entry }
            }
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
