import GRDB

/// The common part of both kinds of records.
protocol FamilyRow: FetchableRecord {
    static func fetch(_ database: Database) throws -> [Self]
    var checksum: Int { get }
}

struct ParentRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "parent"
    static let children = hasMany(ChildRecord.self).forKey("children")

    let id: Int64
    let name: String

    init(row: Row) {
        id = row[0]
        name = row[1]
    }
}

struct ChildRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "child"

    let id: Int64
    let name: String
    let age: Int
    let parentId: Int64?

    init(row: Row) {
        id = row[0]
        name = row[1]
        age = row[2]
        parentId = row[3]
    }
}

/// A parent with its children, read by hand.
struct FamilyRecord: FamilyRow {
    let parent: ParentRecord
    let children: [ChildRecord]

    init(row: Row) {
        parent = ParentRecord(row: row)
        children = row["children"]
    }

    static func fetch(_ database: Database) throws -> [Self] {
        try ParentRecord.including(all: ParentRecord.children).asRequest(of: Self.self).fetchAll(database)
    }

    var checksum: Int {
        children.reduce(parent.name.utf8.count) { $0 &+ childChecksum($1.name, $1.age) }
    }
}

struct ParentCodableRecord: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "parent"
    static let children = hasMany(ChildCodableRecord.self).forKey("children")

    let id: Int64
    let name: String
}

struct ChildCodableRecord: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "child"

    let id: Int64
    let name: String
    let age: Int
    let parentId: Int64?
}

/// A parent with its children, read by the compiler's code.
struct FamilyCodableRecord: FamilyRow, Decodable {
    let parent: ParentCodableRecord
    let children: [ChildCodableRecord]

    static func fetch(_ database: Database) throws -> [Self] {
        try ParentCodableRecord.including(all: ParentCodableRecord.children).asRequest(of: Self.self).fetchAll(database)
    }

    var checksum: Int {
        children.reduce(parent.name.utf8.count) { $0 &+ childChecksum($1.name, $1.age) }
    }
}
