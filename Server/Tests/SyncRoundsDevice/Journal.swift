import Foundation

/// The edits of a device in a file that a kill of the process does not harm: `try KEY VALUE` before a save, and `done KEY VALUE`
/// after it has returned. The value of a deletion is `-`.
struct Journal {
    private let file: FileHandle

    init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
    }

    func note(_ word: String, _ key: String, _ value: Int?) throws {
        try file.write(contentsOf: Data("\(word) \(key) \(value.map(String.init) ?? "-")\n".utf8))
    }
}
