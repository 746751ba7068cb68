public import Foundation
public import SwiftDataCore
package import SwiftDataSQL

extension Schema {
    /// Reads the schema of a store from its file, without any model class: by the description of its models that Core
    /// Data and this library keep there.
    ///
    /// An addition to Apple's API. The entities have no classes, so that no container can be made of the schema; see
    /// ``DynamicStore`` for the rows. The file and its folder stay byte for byte as they are.
    /// - Throws: ``StoreError`` for a file that is no store, or that does not describe itself.
    public convenience init(storeAt url: URL) throws {
        let connection = try StoreConnection.readOnlyFile(url.path)
        defer { try? connection.close() }
        self.init(try connection.read { try StoredModel.read($0, path: url.path) })
    }
}

/// The model that a file describes in `Z_MODELCACHE`.
package enum StoredModel {
    /// The same, nil where the file does not describe its model, or not so that it can be read.
    /// - Throws: The error of a read that failed.
    package static func ifDescribed(_ runner: SQLRunner, path: String) throws -> ModelOutline? {
        do {
            return try read(runner, path: path)
        } catch let error as StoreError where error.code == .cannotOpen {
            return nil
        }
    }

    /// - Throws: ``StoreError`` with code `notADatabase` where the file is no store, or `cannotOpen` where its model is
    ///   missing or damaged.
    package static func read(_ runner: SQLRunner, path: String) throws -> ModelOutline {
        let tables = try runner.tableNames()
        guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
            throw StoreError(.notADatabase, "\(path) is a database, but neither SwiftData nor Core Data made it.")
        }
        var content: Data?
        if tables.contains("Z_MODELCACHE") {
            try runner.query("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { row in
                if row.storageClass(0) == .blob { content = row.blob(0) }
            }
        }
        guard let content else {
            throw StoreError(
                .cannotOpen,
                "\(path) does not describe its model: open it with the classes that wrote it."
            )
        }
        do {
            var model = try ModelCache.model(content)
            model.form = try StoredForm(
                runner,
                isWrittenByLibrary: StoreFile.metadata(runner, path: path).hasLibraryHashes
            )
            return model
        } catch let error as StoreError {
            throw StoreError(
                .cannotOpen,
                "The model that \(path) describes cannot be read: \(error.message)",
                entity: error.entityName,
                property: error.propertyName,
                underlying: error
            )
        }
    }
}
