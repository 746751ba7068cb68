import SwiftDataCore
import SwiftDataSQL
import Testing

@Suite("Relationships with and without tables of their own")
struct JoinTableTests {
    private func toMany(_ name: String, _ destination: String, inverse: String?) -> PropertyOutline {
        .relationship(RelationshipOutline(name, to: destination, inverse: inverse, isToOne: false))
    }
    private func toOne(_ name: String, _ destination: String, inverse: String?) -> PropertyOutline {
        .relationship(RelationshipOutline(name, to: destination, inverse: inverse, isToOne: true))
    }

    @Test("The alphabetically first entity names the table, with the columns of both sides")
    func manyToMany() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Garnish", properties: [toMany("cocktails", "Cocktail", inverse: "garnish")]),
                EntityOutline("Cocktail", properties: [toMany("garnish", "Garnish", inverse: "cocktails")]),
            ])
        )
        #expect(
            layout.creation.entityTables == [
                "CREATE TABLE ZCOCKTAIL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
                "CREATE TABLE Z_1GARNISH ( Z_1COCKTAILS INTEGER, Z_2GARNISH INTEGER, "
                    + "PRIMARY KEY (Z_1COCKTAILS, Z_2GARNISH) )",
                "CREATE TABLE ZGARNISH ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
            ]
        )
        #expect(
            layout.creation.indices == [
                "CREATE INDEX Z_1GARNISH_Z_2GARNISH_INDEX ON Z_1GARNISH (Z_2GARNISH, Z_1COCKTAILS)"
            ]
        )
        #expect(
            layout["Cocktail"]?.properties == [
                .toManyByJoin(
                    destination: "Garnish",
                    table: "Z_1GARNISH",
                    ownColumn: "Z_1COCKTAILS",
                    otherColumn: "Z_2GARNISH"
                )
            ]
        )
        #expect(
            layout["Garnish"]?.properties == [
                .toManyByJoin(
                    destination: "Cocktail",
                    table: "Z_1GARNISH",
                    ownColumn: "Z_2GARNISH",
                    otherColumn: "Z_1COCKTAILS"
                )
            ]
        )
    }

    @Test("Between two relationships of one entity the later one names the table")
    func selfRelationship() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "Node",
                    properties: [
                        toMany("next", "Node", inverse: "previous"), toMany("previous", "Node", inverse: "next"),
                    ]
                )
            ])
        )
        #expect(layout.joinTables.map(\.name) == ["Z_1PREVIOUS"])
        #expect(layout.joinTables.map { [$0.firstColumn, $0.secondColumn] } == [["Z_1NEXT", "Z_1PREVIOUS"]])
        #expect(
            layout["Node"]?.properties.first
                == .toManyByJoin(
                    destination: "Node",
                    table: "Z_1PREVIOUS",
                    ownColumn: "Z_1PREVIOUS",
                    otherColumn: "Z_1NEXT"
                )
        )
    }

    @Test("A relationship that is its own inverse has a column of its own for the other side")
    func reflexive() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Person", properties: [toMany("friends", "Person", inverse: "friends")])
            ])
        )
        #expect(
            layout["Person"]?.properties == [
                .toManyByJoin(
                    destination: "Person",
                    table: "Z_1FRIENDS",
                    ownColumn: "Z_1FRIENDS",
                    otherColumn: "REFLEXIVE"
                )
            ]
        )
    }

    @Test("A relationship inherited by an alphabetically earlier entity names the table by the entity that declares it")
    func inheritedJoin() throws {
        let tags = toMany("tags", "Tag", inverse: "tasks")
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Tag", properties: [toMany("tasks", "TaskBase", inverse: "tags")]),
                EntityOutline("TaskBase", properties: [tags]),
                EntityOutline("HealthTask", super: "TaskBase", properties: [tags]),
            ])
        )
        // Numbers: Tag 1, TaskBase 2, HealthTask 3; Tag comes before TaskBase, but after HealthTask.
        #expect(layout.joinTables.map(\.name) == ["Z_2TAGS"])
        #expect(layout.joinTables.map { [$0.firstColumn, $0.secondColumn] } == [["Z_2TASKS", "Z_1TAGS"]])
        #expect(layout["HealthTask"]?.properties == layout["TaskBase"]?.properties)
    }

    @Test("Join tables to one entity number the columns that would be called alike")
    func columnClash() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Article", properties: [toMany("labels", "Zone", inverse: "articles")]),
                EntityOutline("Book", properties: [toMany("labels", "Zone", inverse: "books")]),
                EntityOutline(
                    "Zone",
                    properties: [
                        toMany("articles", "Article", inverse: "labels"), toMany("books", "Book", inverse: "labels"),
                    ]
                ),
            ])
        )
        #expect(layout.joinTables.map(\.secondColumn) == ["Z_3LABELS", "Z_3LABELS1"])
    }

    @Test("A to-many is kept in the key of its inverse, or in a key of its own in the destination's table")
    func keys() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline(
                    "Author",
                    properties: [toMany("books", "Book", inverse: "author"), toMany("notes", "Note", inverse: nil)]
                ),
                EntityOutline("Book", properties: [toOne("author", "Author", inverse: "books")]),
                EntityOutline("Note", properties: []),
            ])
        )
        #expect(
            layout["Author"]?.properties == [
                .toManyByKey(destination: "Book", column: "ZAUTHOR", entityColumn: nil),
                .toManyByKey(destination: "Note", column: "Z1NOTES", entityColumn: nil),
            ]
        )
        #expect(
            layout["Note"]?.implicitKeys == [
                ImplicitKey(column: "Z1NOTES", sourceEntity: "Author", relationship: "notes")
            ]
        )
        #expect(layout.creation.indices.contains("CREATE INDEX ZNOTE_Z1NOTES_INDEX ON ZNOTE (Z1NOTES)"))
    }

    @Test("A key to a family of entities has a column for the entity of the row that it points to")
    func entityColumn() throws {
        let layout = try StoreLayout(
            ModelOutline(entities: [
                EntityOutline("Book", properties: [toMany("pages", "Page", inverse: "book")]),
                EntityOutline("Novel", super: "Book", properties: [toMany("pages", "Page", inverse: "book")]),
                EntityOutline(
                    "Page",
                    properties: [toOne("book", "Book", inverse: "pages"), toOne("cover", "Novel", inverse: nil)]
                ),
            ])
        )
        #expect(
            layout["Page"]?.properties == [
                .toOne(column: "ZBOOK", entityColumn: "Z1_BOOK", destination: "Book"),
                .toOne(column: "ZCOVER", entityColumn: nil, destination: "Novel"),
            ]
        )
        #expect(
            layout["Novel"]?.properties == [
                .toManyByKey(destination: "Page", column: "ZBOOK", entityColumn: "Z1_BOOK")
            ]
        )
        #expect(!layout.creation.indices.contains { $0.contains("Z1_BOOK") })
    }

    @Test("Two relationships cannot have the same to-many as their inverse")
    func contestedInverse() {
        let model = ModelOutline(entities: [
            EntityOutline("A", properties: [toMany("x", "B", inverse: "a"), toMany("y", "B", inverse: "a")]),
            EntityOutline("B", properties: [toMany("a", "A", inverse: "x")]),
        ])
        #expect { try StoreLayout(model) } throws: { error in
            let error = error as? StoreError
            return error?.code == .validation && error?.entityName == "A" && error?.propertyName == "y"
        }
    }
}
