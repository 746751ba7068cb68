import SwiftData

/// The part of a store's history that one person has seen, in a small file.
struct ReaderFile<Token: HistoryToken>: Codable {
    /// The position up to which `changes` has told everything.
    var told: Token?
    /// The position up to which is known which trips are unread; nil where nothing had happened yet.
    var seen: Token?
    /// True if the person has ever looked.
    var hasLooked = false
    /// The trips that other people have changed since the person looked at them.
    var unread: Set<PersistentIdentifier> = []

    /// Reads the file of a person; an empty one where there is none, or none that makes sense.
    init(_ file: URL?) {
        guard let file, let data = try? Data(contentsOf: file),
            let known = try? JSONDecoder().decode(Self.self, from: data)
        else { return }
        self = known
    }

    func write(to file: URL?) throws {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
