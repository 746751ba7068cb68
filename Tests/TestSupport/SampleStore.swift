package import Foundation

/// A store that Apple's frameworks wrote, copied before it is opened, or one in their layout that is made of the
/// package's own text.
package struct SampleStore {
    /// Removed by ``remove()``, or after the last use of the store.
    private let place: TemporaryFolder
    package let file: URL

    package var folder: URL { place.url }

    /// The folder of the samples, which are not part of the package.
    package static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/stores")

    package static var canBeRead: Bool {
        FileManager.default.fileExists(atPath: samples.path) && Program.sqlite3 != nil && Program.python3 != nil
    }

    package init(_ name: String) throws {
        if Self.own.contains(name) { try self.init(own: name) } else { try self.init(foreign: name) }
    }

    private init(foreign name: String) throws {
        let manager = FileManager.default
        let folder = try TemporaryFolder()
        place = folder
        file = folder.file(name)
        for suffix in ["", "-wal"] {
            let source = Self.samples.appending(path: name + suffix)
            guard manager.fileExists(atPath: source.path) else { continue }
            let copy = folder.file(name + suffix)
            try manager.copyItem(at: source, to: copy)
            try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy.path)
        }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension SampleStore {
    /// The names of the stores of Apple's frameworks, and of the package's own where they can be made.
    package static let names: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? []
        return (all.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".moody") } + own).sorted()
    }()

    /// The folder of the text of the package's own samples.
    private static let ownText = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

    /// The names of the package's own samples, which are in every clone.
    package static let own: [String] = {
        guard AppleStore.canBeMade else { return [] }
        let all = (try? FileManager.default.contentsOfDirectory(atPath: ownText.path)) ?? []
        return all.filter { $0.hasSuffix(".sql") }.map { $0 + "ite" }.sorted()
    }()

    /// Leaves out the samples that are not part of the package, where their folder is not there.
    package static func available(_ names: String...) -> [String] {
        names.filter { $0.hasPrefix("own-") || canBeRead }
    }

    private init(own name: String) throws {
        let stem = name.dropLast(".sqlite".count)
        let entities = try String(contentsOf: Self.ownText.appending(path: "\(stem).xml"), encoding: .utf8)
        let rows = try String(contentsOf: Self.ownText.appending(path: "\(stem).sql"), encoding: .utf8)
        let made = try AppleStore(entities)
        try made.sqlite3("BEGIN;\n\(rows)\nCOMMIT")
        // Everything into the file: the sample is one file, as one that was sent.
        try made.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        let manager = FileManager.default
        let folder = try TemporaryFolder()
        place = folder
        file = folder.file(name)
        try manager.copyItem(at: made.file, to: file)
    }
}
