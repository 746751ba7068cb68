import SwiftData
import TestSupport
import Testing

/// A name that SQL needs quotes for is no other name in the history.
@Suite struct NamesBeyondASCIITests {
    @Test func theHistoryTellsWhichRelationshipAMemberCameInto() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Regal.self, Kiste.self))
        let (shelf, box) = (Regal(), Kiste())
        context.insert(shelf)
        context.insert(box)
        try context.save()
        shelf.kästen.append(box)
        try context.save()
        let reported = try store.sqlite3(
            """
            SELECT count(*) FROM ACHANGE c JOIN Z_PRIMARYKEY p ON p.Z_ENT = c.ZENTITY
            WHERE p.Z_NAME = 'Kiste' AND ZCHANGETYPE = 1 AND hex(ZCOLUMNS) GLOB '*[^0]*'
            """
        )
        #expect(reported == "1")
    }
}

@Model
final class Regal {
    var nummer = 1
    @Relationship(inverse: nil) var kästen: [Kiste] = []

    init() {}
}

@Model
final class Kiste {
    var nummer = 1

    init() {}
}
