/// A part of a page that is replaced as a whole: the text of one element, by its id.
package struct Fragment: Equatable, Sendable {
    package let id: String
    package let html: String
    /// The same for the same text, in every process: a page that comes back after the server has been started again is
    /// sent only what is different.
    package let hash: String

    package init(id: String, html: String) {
        self.id = id
        self.html = html
        hash = ContentHash.text(of: html.utf8)
    }
}

/// The hashes of the fragments that a page has, as the text of an event's id.
package struct SeenFragments: Equatable, Sendable, CustomStringConvertible {
    private var hashes: [String: String] = [:]

    package init() {}

    /// Reads an id; what makes no sense is left out, so that those fragments are sent.
    package init(_ text: String) {
        for part in text.prefix(2_000).split(separator: "~") {
            let pair = part.split(separator: ".")
            // The text comes from outside, and goes back in the ids of events.
            guard pair.count == 2, pair.allSatisfy({ $0.utf8.allSatisfy(Self.isPlain) }) else { continue }
            hashes[String(pair[0])] = String(pair[1])
        }
    }

    package init(_ fragments: [Fragment]) {
        for fragment in fragments { note(fragment) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }

    package func has(_ fragment: Fragment) -> Bool { hashes[fragment.id] == fragment.hash }
    package mutating func note(_ fragment: Fragment) { hashes[fragment.id] = fragment.hash }

    package var description: String {
        hashes.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }.joined(separator: "~")
    }
}
