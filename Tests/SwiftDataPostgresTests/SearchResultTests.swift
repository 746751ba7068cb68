#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Subclasses, words of any length, and indices that are gone.
extension ServerSearchTests {
    @Test func aSubclassIsSearchedByItself() throws {
        let context = try context()
        context.insert(Herb(name: "common rose"))
        context.insert(Fern(name: "common oak", frond: "rough rose"))
        context.insert(Placard(number: 1, title: "common rose"))
        try context.save()
        #expect(try context.search(Herb.self, "common").count == 2)
        #expect(try context.search(Fern.self, "common").map(\.model.name) == ["common oak"])
        // The text of a subclass is none of its superclass.
        #expect(try context.search(Herb.self, "rose").map(\.model.name) == ["common rose"])
        #expect(try context.search(Fern.self, "rose").map(\.model.name) == ["common oak"])
        #expect(try context.search(Herb.self, "oak").first?.model is Fern)
        #expect(try found(context, "common") == [1])
    }

    @Test func wordsAndTextsOfAnyLengthAreFound() throws {
        let context = try context()
        let long = String(repeating: "ä", count: 3_000)
        context.insert(Placard(number: 1, title: long + "x"))
        context.insert(Placard(number: 2, title: long + "y"))
        try context.save()
        #expect(try found(context, long + "x") == [1])
        #expect(try found(context, long, prefixes: true) == [1, 2])
        #expect(try found(context, long).isEmpty)
        // More than the server has room for.
        let filler = String(repeating: "b", count: 1_900)
        context.insert(
            Placard(number: 3, title: "many", text: (0..<520).map { "\($0)\(filler)" }.joined(separator: " "))
        )
        try fill(context, 10..<120)
        #expect(try found(context, "519\(filler)") == [3])
        #expect(try found(context, "520\(filler)").isEmpty)
        #expect(try namespace.psql("SELECT words FROM swiftdata_search WHERE word_count > 500") == "'*'")
    }

    /// Two characters of a script without spaces may have more marks than a word of the server has bytes.
    @Test func charactersWithManyMarksDoNotStopTheIndex() throws {
        let context = try context()
        let marks = String(repeating: "\u{0E35}", count: 500)
        context.insert(Placard(number: 1, title: "ก\(marks)ข\(marks) rose"))
        context.insert(Placard(number: 2, title: "tulip"))
        try context.save()
        for (number, word) in [(1, "rose"), (2, "tulip")] {
            try expectReads(context, 1) {
                let numbers = try found(context, word)
                #expect(numbers == [number])
            }
        }
    }

    @Test(arguments: ["DROP TABLE swiftdata_search", "TRUNCATE swiftdata_search", "DROP TABLE swiftdata_search_state"])
    func wordsThatAreGoneAreMadeAgain(_ sql: String) throws {
        let context = try context()
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        _ = try namespace.psql(sql)
        try expectReads(context, 10) {
            let numbers = try found(context, "rose")
            #expect(numbers.count == 10)
        }
    }

    /// SQLite's index, conditions and this index find the same beginnings.
    @Test func theBeginningOfASyllableFindsIt() throws {
        let local = try ModelContainer(
            for: Placard.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        for context in [try context(), ModelContext(local)] {
            context.insert(Placard(number: 1, title: "\u{D55C}\u{AD6D}\u{C5B4}"))
            try context.save()
            #expect(try found(context, "\u{D558}", prefixes: true) == [1])
            let predicate: Predicate<Placard> = .search("\u{D558}", matchesPrefixes: true)
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
            #expect(try found(context, "\u{D558}").isEmpty)
        }
    }
}
#endif
