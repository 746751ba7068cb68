import Foundation
import SwiftData
import TripsKit

// What the server tells of itself.

extension LiveBoard {
    /// The state for the health check.
    ///
    /// Throws what a fetch throws.
    package func health() throws -> Health {
        Health(
            status: hasMoved ? .moved : .ok,
            isFollowing: isFollowing,
            trips: try modelContext.fetchCount(FetchDescriptor<Trip>()),
            pages: feeds.count,
            tabs: tabs,
            fetches: counts.fetches,
            readings: counts.readings,
            renderings: counts.renderings
        )
    }

    /// The number of tabs that are told of changes.
    var tabs: Int { feeds.values.reduce(0) { $0 + $1.mailboxes.count } }

    /// True if the file of the database is another one than the one that is open. A JSON file is another one after each
    /// save.
    private var hasMoved: Bool {
        switch store {
        case .standard, .database: Self.number(of: store.file) != fileNumber
        case .json, .postgres, .memory: false
        }
    }

    /// The number that the file system has for a file; nil where there is none.
    static func number(of file: URL?) -> UInt64? {
        guard let file, let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else {
            return nil
        }
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}

/// The state of the server in numbers.
package struct Health: Codable, Sendable {
    package enum Status: String, Codable, Sendable {
        case ok
        /// The file of the trips is not there any more: nothing can be saved.
        case moved
    }

    package let status: Status
    /// True if changes are marked: a moment after the start.
    package let isFollowing: Bool
    package let trips: Int
    /// The pages whose results are kept.
    package let pages: Int
    /// The tabs that are told of changes.
    package let tabs: Int
    package let fetches: Int
    package let readings: Int
    package let renderings: Int
}
