import Foundation
import GRDB

/// GRDB's connections to a file of items that is only read, opened once.
final class ItemPool {
    private let count: Int
    private let files: ItemFiles
    private(set) var pool: DatabasePool?

    init(_ count: Int, _ files: ItemFiles) {
        self.count = count
        self.files = files
    }

    func open() throws {
        guard pool == nil else { return }
        pool = try PeerFile.open(try files.plain(count))
    }

    func close() throws {
        try pool?.close()
        pool = nil
    }
}
