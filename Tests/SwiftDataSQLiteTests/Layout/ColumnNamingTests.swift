import Foundation
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@Suite("Names and order of columns")
struct ColumnNamingTests {
    private func columns(_ layout: StoreLayout, _ entity: String) -> [String?] {
        layout[entity]?.properties.map { $0.valueColumns.map(\.name).joined(separator: ",") } ?? []
    }

    @Test("Columns come in groups by type, sorted by name inside a group, whatever the order of declaration")
    func groups() throws {
        let kinds: [(String, AttributeKind)] = [
            ("z", .data), ("y", .transformable("T")), ("x", .uuid), ("w", .url), ("v", .string), ("u", .decimal),
            ("t", .double), ("s", .date), ("r", .float), ("q", .boolean), ("p", .integer(.uint64)), ("o", .json),
            ("n", .codable), ("m", .rawValue(.string)), ("l", .rawValue(.integer(.int64))),
        ]
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("E", properties: kinds.map { .attribute(AttributeOutline($0, $1)) })
            ])
        )
        #expect(
            layout.creation.entityTables == [
                "CREATE TABLE ZE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZL INTEGER, ZP INTEGER, "
                    + "ZQ INTEGER, ZR FLOAT, ZS TIMESTAMP, ZT FLOAT, ZU DECIMAL, ZM VARCHAR, ZV VARCHAR, ZW VARCHAR, "
                    + "ZX BLOB, ZO BLOB, ZY BLOB, ZN BLOB, ZZ BLOB )"
            ]
        )
    }

    @Test("The later of two names that clash gets a number, members of composites in the order of their composites")
    func clashes() throws {
        let author = AttributeOutline(
            "author",
            .composite,
            elements: [AttributeOutline("id", .string), AttributeOutline("name", .string)]
        )
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "Cocktail",
                    properties: [
                        .attribute(AttributeOutline("id", .uuid)), .attribute(author),
                        .attribute(AttributeOutline("id1", .string)), .attribute(AttributeOutline("_pk", .string)),
                    ]
                )
            ])
        )
        #expect(columns(layout, "Cocktail") == ["ZID1", "ZID,ZNAME", "ZID11", "Z_PK1"])
    }

    @Test("Names that differ only in case, or only after upper-casing, have columns of their own")
    func caseClashes() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "E",
                    properties: ["url", "URL", "straße", "strasse"].map { .attribute(AttributeOutline($0, .string)) }
                )
            ])
        )
        #expect(columns(layout, "E") == ["ZURL1", "ZURL", "ZSTRASSE1", "ZSTRASSE"])
    }

    @Test("Entities below another share its table, and siblings' columns of one name are numbered")
    func inheritance() throws {
        let name = PropertyOutline.attribute(AttributeOutline("name", .string))
        let wheels = PropertyOutline.attribute(AttributeOutline("wheels", .integer(.int64)))
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Truck", super: "Car", properties: [name, wheels]),
                EntityOutline("Bike", super: "Car", properties: [name, wheels]),
                EntityOutline("Car", properties: [name], uniquenessConstraints: [["name"]]),
            ])
        )
        #expect(layout.tables.map(\.entityName) == ["Car", "Bike", "Truck"])
        #expect(layout.tables.map(\.familyNumbers) == [[1, 2, 3], [2], [3]])
        #expect(layout.tables.map(\.tableName) == ["ZCAR", "ZCAR", "ZCAR"])
        #expect(layout.tables.map(\.isShared) == [true, true, true])
        #expect(columns(layout, "Bike") == ["ZNAME", "ZWHEELS"])
        #expect(columns(layout, "Truck") == ["ZNAME", "ZWHEELS1"])
        #expect(layout["Truck"]?.uniqueColumns == [["ZNAME"]])
        #expect(
            layout.creation.indices == [
                "CREATE INDEX ZCAR_Z_ENT_INDEX ON ZCAR (Z_ENT)",
                "CREATE UNIQUE INDEX Z_Car_UNIQUE_name ON ZCAR (ZNAME COLLATE BINARY ASC)",
            ]
        )
    }

    @Test("JSON inside a composite is binary data, an ephemeral attribute has no column, an optional's members are too")
    func members() throws {
        var ephemeral = AttributeOutline("draft", .string)
        ephemeral.isTransient = true
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "E",
                    properties: [
                        .attribute(
                            AttributeOutline(
                                "place",
                                .composite,
                                isOptional: true,
                                elements: [AttributeOutline("x", .double), AttributeOutline("tags", .json)]
                            )
                        ),
                        .attribute(ephemeral),
                    ]
                )
            ])
        )
        #expect(
            layout["E"]?.properties == [
                .composite(
                    [
                        .value(Column(name: "ZX", sqlType: "FLOAT", kind: .double, isOptional: true)),
                        .value(Column(name: "ZTAGS", sqlType: "BLOB", kind: .json, isOptional: true)),
                    ],
                    isOptional: true
                ), .none,
            ]
        )
    }

    @Test("An index or constraint over a to-many, an ephemeral or an unknown property names it in an error")
    func badConstraints() {
        for (unique, indices) in [([["nothing"]], []), ([], [IndexOutline(paths: ["items"])])]
            as [([[String]], [IndexOutline])]
        {
            let model = ModelOutline(entities: [
                EntityOutline(
                    "E",
                    properties: [.relationship(RelationshipOutline("items", to: "E", isToOne: false))],
                    uniquenessConstraints: unique,
                    indices: indices
                )
            ])
            #expect { try StoreLayout(model) } throws: { error in
                let error = error as? StoreError
                return error?.code == .validation && error?.entityName == "E"
                    && ["nothing", "items"].contains(error?.propertyName)
            }
        }
    }

    @Test("Names that are not plain are quoted, and indices reach into composites")
    func quoting() throws {
        let place = AttributeOutline("place", .composite, elements: [AttributeOutline("città", .string)])
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "My \"Item\"",
                    properties: [.attribute(place)],
                    indices: [IndexOutline(paths: ["place.città"])]
                )
            ])
        )
        #expect(
            layout.creation.entityTables == [
                "CREATE TABLE \"ZMY \"\"ITEM\"\"\" "
                    + "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \"ZCITTÀ\" VARCHAR )"
            ]
        )
        let folder = try TemporaryFolder()
        let sql =
            layout.creationStatements.joined(separator: ";\n")
            + ";\nSELECT name FROM pragma_index_list('ZMY \"ITEM\"');"
        let output = try Program.sqlite3?.run(["-bail", folder.file.path], input: sql)
        #expect(output == nil || output == "Z_My \"Item\"_SwiftDataIndexOnBinaryplacecittà\n")
    }

    @Test("Entities that contradict each other are refused by name")
    func badEntities() {
        let models = [
            [EntityOutline("E", properties: []), EntityOutline("E", properties: [])],
            [EntityOutline("E", super: "Missing", properties: [])],
            [EntityOutline("E", super: "F", properties: []), EntityOutline("F", super: "E", properties: [])],
            [EntityOutline("E", properties: [.relationship(RelationshipOutline("x", to: "Missing", isToOne: true))])],
        ]
        for entities in models {
            #expect { try StoreLayout(ModelOutline(entities: entities)) } throws: { error in
                (error as? StoreError)?.code == .validation && (error as? StoreError)?.entityName == "E"
            }
        }
    }
}
