import SwiftDataCore
import SwiftDataSQL

extension StoreMigration {
    /// The maximum number of times that a file is checked again while other processes migrate it.
    private static let attempts = 10

    /// Prepares the file of a store and opens its tables. Where another process migrates the file between the two, it
    /// begins again: otherwise rows of the old shape would stay in the store.
    /// - Throws: The errors of ``prepare(_:_:)`` and ``StoreFile/open(_:_:)``.
    func open(
        _ connection: StoreConnection,
        _ configuration: ModelConfiguration
    ) throws -> (file: StoreFile, layout: StoreLayout) {
        guard connection.path != nil else {
            let layout = try layout(StoredNames(connection, for: schema))
            return (try StoreFile.open(connection, layout), layout)
        }
        var mark = try prepare(connection, configuration)
        var attempt = 1
        while true {
            do {
                try connection.beginToKnow()
                let layout = try layout(StoredNames(connection, for: schema))
                let file = try StoreFile.open(connection, layout)
                if file.served.mark == mark { return (file, layout) }
                // It was empty, or it is another's by now.
                mark = try prepare(connection, configuration)
                if file.served.mark == mark || attempt == Self.attempts { return (file, layout) }
            } catch let error as StoreError where error.code == .cannotOpen {
                let now = try prepare(connection, configuration)
                guard now != mark, attempt < Self.attempts else { throw error }
                mark = now
            }
            attempt += 1
        }
    }
}
