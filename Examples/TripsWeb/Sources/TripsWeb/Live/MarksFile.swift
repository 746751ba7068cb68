import Foundation
import SwiftData

/// The changes that each person has not seen, up to a position in the history: a file beside the store, or in the
/// user's data folder for a server.
///
/// Its name is made of the store's, and of nothing that a request has in it. A server that is started again goes on from
/// the position, so that nothing is lost if it was killed.
struct MarksFile: Codable {
    struct Mark: Codable {
        let trip: PersistentIdentifier
        let author: String
    }

    /// The token of the last transaction whose changes are marked, as JSON.
    var position: Data?
    var people: [String: [Mark]] = [:]

    init(position: Data?, unread: [String: [PersistentIdentifier: String]]) {
        self.position = position
        people = unread.mapValues { marks in marks.map { Mark(trip: $0.key, author: $0.value) } }
    }

    /// Reads a file; nil where there is none, or none that makes sense.
    init?(_ file: URL?) {
        guard let file, let data = try? Data(contentsOf: file),
            let known = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = known
    }

    var unread: [String: [PersistentIdentifier: String]] {
        people.mapValues { marks in
            Dictionary(marks.map { ($0.trip, $0.author) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}
