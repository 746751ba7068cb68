package import Foundation

/// A store that Apple's frameworks wrote, copied before it is opened.
package struct SampleStore {
    package let folder: URL
    package let file: URL

    /// Where the samples are; they are not part of the package.
    package static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/stores")

    package static var canBeRead: Bool {
        FileManager.default.fileExists(atPath: samples.path) && Program.sqlite3 != nil && Program.python3 != nil
    }

    package init(_ name: String) throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appending(path: "layout-\(UUID().uuidString)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: name)
        for suffix in ["", "-wal"] {
            let source = Self.samples.appending(path: name + suffix)
            guard manager.fileExists(atPath: source.path) else { continue }
            let copy = folder.appending(path: name + suffix)
            try manager.copyItem(at: source, to: copy)
            try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy.path)
        }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension SampleStore {
    /// The names of the stores of Apple's frameworks.
    package static let names: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? []
        return all.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".moody") }.sorted()
    }()
}
