import Foundation
import TestSupport
import Testing

/// The pages of a table in a file of SQLite's, read by their format alone.
struct TablePages {
    let size: Int
    /// The leaves from left to right, counted from 1.
    let leaves: [Int]
    private let file: URL
    private var bytes: [UInt8]

    /// - Parameter table: A table that has at least two leaves right below its root.
    init(of table: String, _ file: URL, _ folder: TemporaryFolder) throws {
        self.file = file
        let name = file.lastPathComponent
        let root = try #require(
            Int(
                try folder.sqlite3("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'", name)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            )
        )
        let bytes = [UInt8](try Data(contentsOf: file))
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        let page = (root - 1) * size
        try #require(bytes[page] == 5, "the root is no interior page")
        let cells = number(page + 3, 2)
        var leaves = (0..<cells).map { number(page + number(page + 12 + 2 * $0, 2), 4) }
        leaves.append(number(page + 8, 4))
        (self.size, self.leaves, self.bytes) = (size, leaves, bytes)
    }

    /// The number of rows on a leaf.
    func rowCount(_ leaf: Int) -> Int {
        let page = (leaf - 1) * size
        return Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
    }

    /// The page after the first one that a row on a leaf has, for a leaf with one row.
    func overflow(_ leaf: Int) -> Int {
        let page = (leaf - 1) * size
        // The cells grow from the end of the page, and end with the number of the page.
        return bytes[page + size - 4..<page + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Fills pages with zeros.
    mutating func erase(_ pages: [Int]) throws {
        for page in pages { for place in (page - 1) * size..<page * size { bytes[place] = 0 } }
        try Data(bytes).write(to: file)
    }
}
