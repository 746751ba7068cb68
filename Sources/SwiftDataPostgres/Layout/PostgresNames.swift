#if PostgreSQL
import SwiftDataSQL

/// The names of tables and columns on a server, as people write them in SQL: lower case with underscores.
struct PostgresNames: LayoutNames {
    /// The stored name of each entity, by its number.
    private let entities: [Int64: String]
    /// The tables of entities, which no join table can have the name of.
    private let tables: Set<String>

    /// - Parameter layout: Any layout of the same model, which numbers its entities.
    init(_ layout: StoreLayout) {
        entities = Dictionary(layout.tables.map { ($0.number, $0.storedName) }) { first, _ in first }
        tables = Set(layout.tables.filter { $0.superNumber == 0 }.map { Self.name($0.storedName) })
    }

    var rowColumns: RowColumns { RowColumns(key: "pk", entity: "row_entity", lock: "row_version") }
    var reservedTables: [String] {
        [PostgresSchema.metadataTable, PostgresSchema.entityTable, StoreLocks.table, HistoryNumbers.counter]
            + HistorySchema.tables + SearchSchema.tables
    }
    func table(entity: String) -> String { Self.name(entity) }
    func column(attribute: String) -> String { Self.name(attribute) }
    func key(relationship: String) -> String { Self.name(relationship, "pk") }

    func entityColumn(relationship: String, destination: Int64) -> String { Self.name(relationship, "entity") }

    func implicitKey(relationship: String, source: Int64) -> String {
        Self.name(entities[source] ?? "", relationship, "pk")
    }

    func joinTable(relationship: String, source: Int64) -> String {
        let name = Self.name(entities[source] ?? "", relationship)
        return tables.contains(name) ? Self.limited(name + "_links") : name
    }

    func joinColumn(relationship: String, entity: Int64) -> String { Self.name(entities[entity] ?? "", "pk") }

    var joinTablesShareNames: Bool { false }
    var reflexiveJoinColumn: String { "other_pk" }
    func index(_ name: String, entity: String) -> String { Self.name(entity, name, "index") }
    // Each word that SQL reserves, now or in a later version, is a name in quotation marks.
    func quoted(_ name: String) -> String { name.enclosed(in: "\"") }
    var bookkeepingTables: [String] { [] }
    func historyTables(tombstoneCount: Int) -> [String] { [] }

    /// A name of some parts.
    static func name(_ parts: String...) -> String { limited(parts.map(snakeCase).joined(separator: "_")) }

    /// The position of a member among others is in a column beside the column that leads to the owner or the member.
    static func position(_ column: String) -> String { limited(column + "_position") }

    /// A name in lower case: `startDate` is `start_date`, `URLString` is `url_string`.
    static func snakeCase(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            let isUpper = character.isUppercase
            if isUpper, index > 0, characters[index - 1] != "_" {
                let beginsWord = !characters[index - 1].isUppercase
                let endsInitials = index + 1 < characters.count && characters[index + 1].isLowercase
                if beginsWord || endsInitials { result += "_" }
            }
            result += isUpper ? character.lowercased() : String(character)
        }
        return result
    }

    /// The server cuts names off after 63 bytes, so that two long ones could be the same. A longer name ends with a
    /// number that is computed from the whole name, and has room for the number of a name that is taken.
    static func limited(_ name: String) -> String {
        guard name.utf8.count > 58 else { return name }
        // FNV-1a with 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        var kept = ""
        for character in name {
            guard kept.utf8.count + String(character).utf8.count <= 49 else { break }
            kept.append(character)
        }
        let digits = String(hash, radix: 16)
        return kept + "_" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
#endif
