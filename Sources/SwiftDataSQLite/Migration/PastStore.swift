import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The store as it was before a stage: a copy, which is only read. Large external values are read from the files of the
/// store itself, which stay as long as the migration lasts.
struct PastStore {
    let container: ModelContainer
    private let store: DefaultStore
    private let file: URL
    private let files: any FileCalls

    /// - Parameter layout: The tables of the file.
    init(_ run: StepRun, _ schema: Schema, _ layout: StoreLayout, number: Int) throws {
        try run.folder.make()
        files = run.folder.files
        file = run.folder.url.appendingPathComponent("before-\(number).store")
        // A migration that died may have left one that could not be removed with the rest.
        for suffix in Self.suffixes { _ = try files.remove(file.path + suffix) }
        try TableCopy(run.runner, layout).write(to: file.path)
        let connection = try StoreConnection.readOnlyFile(file.path)
        store = try DefaultStore(
            inside: connection,
            schema: schema,
            configuration: ModelConfiguration(run.configuration?.name, schema: schema, url: file, allowsSave: false),
            external: ExternalStorage(storePath: run.path, files: files)
        )
        let core = try ContainerCore(schema, store)
        container = core.container()
        core.adopt(container)
    }

    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Closes and removes the copy: later reads throw an error.
    func remove() {
        try? store.connection.close()
        for suffix in Self.suffixes {
            _ = try? files.remove(file.path + suffix)
        }
    }
}
