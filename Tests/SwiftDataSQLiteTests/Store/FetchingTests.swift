import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

@Suite struct StoredFetchingTests {
    private func library(shelves: Int = 3, volumes: Int = 4) throws -> Library {
        let library = try Library()
        let context = library.context
        for number in 1...shelves {
            let shelf = Shelf("hall", number)
            shelf.volumes = (1...volumes).map { Volume("\(number)-\($0)", pages: number * 10 + $0) }
            context.insert(shelf)
        }
        try context.save()
        return library
    }

    @Test func aFetchIsOneStatementWhateverTheNumberOfRows() throws {
        for shelves in [1, 30] {
            let library = try library(shelves: shelves)
            let recorder = StatementRecorder(library.container)
            let found = try library.context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)]))
            #expect(found.count == shelves * 4)
            #expect(recorder.statements.count == 1)
        }
    }

    @Test func aPrefetchIsOneStatementForEachRelationship() throws {
        let library = try library(shelves: 20)
        let recorder = StatementRecorder(library.container)
        var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)])
        descriptor.relationshipKeyPathsForPrefetching = [\.volumes]
        let context = library.context
        let shelves = try context.fetch(descriptor)
        let volumes = shelves.map(\.volumes)
        #expect(volumes.joined().map(\.title).count == 80)
        #expect(volumes[0].map(\.title) == ["1-1", "1-2", "1-3", "1-4"])
        #expect(recorder.statements.count == 2)
    }

    @Test func aRelationshipOfManyRowsIsReadInOneStatement() throws {
        let library = try library(shelves: 20)
        let recorder = StatementRecorder(library.container)
        let context = library.context
        let shelves = try context.fetch(FetchDescriptor<Shelf>())
        #expect(shelves.reduce(0) { $0 + $1.volumes.count } == 80)
        #expect(recorder.statements.count == 2)
    }

    @Test func propertiesThatWereNotFetchedLoadWhenTheyAreRead() throws {
        let library = try library()
        let recorder = StatementRecorder(library.container)
        var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)])
        descriptor.propertiesToFetch = [\.title]
        let context = library.context
        let found = try context.fetch(descriptor)
        #expect(found.first?.title == "1-1")
        #expect(recorder.statements.count == 1)
        #expect(!(recorder.statements.first?.contains("ZPAGES") ?? true))
        #expect(found.first?.pages == 11)
        #expect(recorder.statements.count == 2)
    }

    @Test func pagesAreCutInSQL() throws {
        let library = try library()
        var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages, order: .reverse)])
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        let recorder = StatementRecorder(library.container)
        #expect(try library.context.fetch(descriptor).map(\.pages) == [33, 32])
        #expect(try library.context.fetchCount(descriptor) == 2)
        #expect(try library.context.fetchIdentifiers(descriptor).count == 2)
        #expect(recorder.statements.allSatisfy { $0.contains("LIMIT") })
        descriptor.fetchLimit = 0
        #expect(try library.context.fetch(descriptor).isEmpty)
    }

    @Test func aDamagedRowIsAnErrorThatNamesIt() throws {
        let library = try library(shelves: 1, volumes: 1)
        for (sql, property) in [
            ("UPDATE ZVOLUME SET ZTITLE = NULL", "title"),
            ("UPDATE ZVOLUME SET ZTITLE = 't', ZPAGES = 'many'", "pages"),
            ("UPDATE ZVOLUME SET ZPAGES = 1, ZSHELF = x'00'", "shelf"),
            ("UPDATE ZVOLUME SET ZSHELF = 1, ZSCAN = x'09'", "scan"),
        ] {
            try library.write(sql)
            let error = #expect(throws: StoreError.self) { try library.context.fetch(FetchDescriptor<Volume>()) }
            #expect(error?.code == .corruptRow)
            #expect(error?.entityName == "Volume")
            #expect(error?.propertyName == property)
            #expect(error?.persistentModelID?.row == 1)
        }
        try library.write("UPDATE ZVOLUME SET ZSCAN = NULL, Z_ENT = 99")
        #expect(code { _ = try library.context.fetch(FetchDescriptor<Volume>()) } == .corruptRow)
    }
}
