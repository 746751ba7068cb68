import Foundation
import SwiftData
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// A file with the layout of Core Data, made by the `sqlite3` program for a model that is written out.
struct OutlinedStore {
    let folder: TemporaryFolder
    let file: URL

    /// - Parameter isApples: True if the file has hashes that are not ours, as one of Apple's frameworks has.
    init(_ model: ModelOutline, isApples: Bool = true) throws {
        folder = try TemporaryFolder()
        file = folder.file("outlined.store")
        let layout = try StoreLayout(model)
        var hashes: [String: Data] = [:]
        for (number, entity) in model.entities.enumerated() {
            hashes[entity.name] = Data(repeating: UInt8(number + 1), count: 32)
        }
        let metadata = StoreMetadata(model, hashes: isApples ? hashes : nil)
        var statements = layout.creationStatements
        for table in layout.tables {
            statements.append(
                "INSERT INTO Z_PRIMARYKEY VALUES (\(table.number), '\(table.entityName)', \(table.superNumber), 0)"
            )
        }
        let list = try metadata.propertyList().hex
        statements.append("INSERT INTO Z_METADATA VALUES (1, '\(metadata.storeIdentifier)', X'\(list)')")
        statements.append("INSERT INTO Z_MODELCACHE VALUES (X'\(try ModelCache.content(model).hex)')")
        try sqlite3(statements.joined(separator: ";\n"))
    }

    @discardableResult
    func sqlite3(_ statement: String) throws -> String {
        let program = try #require(Program.sqlite3)
        return try program.run([file.path], input: statement + ";").trimmingCharacters(in: .newlines)
    }
}

extension Data {
    fileprivate var hex: String { map { String(format: "%02x", $0) }.joined() }
}

extension EntityOutline {
    /// An entity with a name and some relationships.
    static func named(_ name: String, _ relationships: RelationshipOutline...) -> EntityOutline {
        EntityOutline(
            name,
            properties: [.attribute(AttributeOutline("name", .string, isOptional: false))]
                + relationships.map { .relationship($0) }
        )
    }
}
