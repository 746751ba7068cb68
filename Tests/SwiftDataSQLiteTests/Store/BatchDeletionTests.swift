import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

@Suite struct BatchDeletionTests {
    private func library() throws -> Library {
        let library = try Library()
        let context = library.context
        for number in 1...3 {
            let shelf = Shelf("hall", number)
            shelf.volumes = [Volume("\(number)a"), Volume("\(number)b")]
            shelf.notes = [Note("\(number)")]
            shelf.volumes[0].subjects = [Subject("s\(number)")]
            context.insert(shelf)
        }
        let museum = Museum("m")
        museum.favourite = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)])).first
        museum.keepers = [Keeper("k")]
        context.insert(museum)
        try context.save()
        return library
    }

    @Test func cascadesAreFollowedInSQLAndNothingDangles() throws {
        let library = try library()
        let recorder = StatementRecorder(library.container)
        try library.context.delete(model: Shelf.self, where: #Predicate { $0.number <= 2 })
        #expect(recorder.statements.contains { $0.hasPrefix("DELETE FROM ZVOLUME") })
        #expect(try library.rows("SELECT ZNUMBER FROM ZSHELF") == ["3"])
        #expect(try library.rows("SELECT ZTITLE FROM ZVOLUME ORDER BY 1") == ["3a", "3b"])
        #expect(try library.rows("SELECT count(*) FROM Z_5VOLUMES") == ["1"])
        #expect(try library.rows("SELECT ZNAME FROM ZSUBJECT ORDER BY 1") == ["s1", "s2", "s3"])
        #expect(try library.rows("SELECT ZTEXT, Z4NOTES FROM ZNOTE ORDER BY 1") == ["1|", "2|", "3|3"])
        #expect(try library.rows("SELECT ZFAVOURITE IS NULL FROM ZMUSEUM") == ["1"])
        let changes = try library.rows(
            "SELECT ZENTITY, count(*) FROM ACHANGE WHERE ZTRANSACTIONID = 2 AND ZCHANGETYPE = 2 GROUP BY 1 ORDER BY 1"
        )
        #expect(changes == ["4|2", "6|4"])
    }

    @Test func aDeniedDeletionChangesNothing() throws {
        let library = try library()
        let error = #expect(throws: StoreError.self) { try library.context.delete(model: Museum.self) }
        #expect(error?.code == .deleteDenied)
        #expect(error?.propertyName == "keepers")
        #expect(try library.rows("SELECT count(*) FROM ZMUSEUM") == ["1"])
        try library.context.delete(model: Keeper.self)
        try library.context.delete(model: Museum.self)
        #expect(try library.rows("SELECT count(*) FROM ZMUSEUM") == ["0"])
    }

    @Test func rowsThatStayLoseTheirReferences() throws {
        let library = try library()
        try library.context.delete(model: Volume.self, where: #Predicate { $0.title == "1a" })
        #expect(try library.rows("SELECT count(*) FROM ZSHELF") == ["3"])
        #expect(try library.rows("SELECT count(*) FROM Z_5VOLUMES") == ["2"])
        // The shelf lost a volume: its row was touched.
        #expect(try library.rows("SELECT Z_OPT FROM ZSHELF WHERE ZNUMBER = 1") == ["2"])
    }

    @Test func eraseEmptiesEveryTable() throws {
        let library = try library()
        try library.container.erase()
        for table in ["ZSHELF", "ZVOLUME", "ZSUBJECT", "ZNOTE", "ZMUSEUM", "ZKEEPER", "Z_5VOLUMES", "ACHANGE"] {
            #expect(try library.rows("SELECT count(*) FROM \(table)") == ["0"])
        }
        let context = library.context
        context.insert(Note("after"))
        try context.save()
        #expect(try library.rows("SELECT Z_PK FROM ZNOTE") == ["4"])
    }
}
