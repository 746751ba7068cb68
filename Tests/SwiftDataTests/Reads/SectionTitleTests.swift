import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// Titles of sections that read other models, while reads fail: a title is the one that the store has, or had.
@Suite struct SectionTitleTests {
    private let shelf: FaultyShelf

    init() throws { shelf = try FaultyShelf() }

    private func observer(_ context: ModelContext) throws -> ResultsObserver<Book, String> {
        try ResultsObserver(sectionBy: \.author?.name, modelContext: context)
    }

    private func titles(_ observer: ResultsObserver<Book, String>) -> [String] {
        observer.sections?.sectionTitles ?? []
    }

    @Test(arguments: ReadFaults.Cause.allCases)
    func theFirstFetchThrowsInsteadOfMakingATitleUp(cause: ReadFaults.Cause) throws {
        for number in 0..<20 {
            let faults = try shelf.fail(.statement, cause, from: number, count: 1)
            let made = try? observer(ModelContext(shelf.container))
            if let made { #expect(titles(made) == ["Ada"], "statement \(number)") }
            if faults.failed == 0 {
                #expect(made != nil && number > 1)
                return
            }
            #expect(made == nil)
        }
        Issue.record("the fetch does not end")
    }

    /// The books can be fetched, and their authors cannot be read.
    @Test func aTitleThatCouldNotBeReadIsReadAgain() throws {
        let observer = try observer(ModelContext(shelf.container))
        #expect(titles(observer) == ["Ada"])
        let (writer, author) = try shelf.fault(Author.self)
        author.name = "Grace"
        try writer.save()
        let faults = ReadFaults(.statement, .io) { !$0.contains("ZBOOK") }
        try shelf.use(faults)
        for _ in 0..<3 { #expect(titles(observer) == ["Ada"]) }
        #expect(faults.failed > 0)
        faults.clear()
        #expect(titles(observer) == ["Grace"])
    }

    @Test func aTitleIsOfBeforeOrAfterAChangeWhateverFails() throws {
        var failed = 0
        for number in 0..<6 {
            try shelf.use(nil)
            let observer = try observer(ModelContext(shelf.container))
            let former = titles(observer)
            let (writer, author) = try shelf.fault(Author.self)
            author.name = "Ada \(number)"
            try writer.save()
            let faults = try shelf.fail(.statement, .io, from: number)
            #expect([former, ["Ada \(number)"]].contains(titles(observer)), "statement \(number)")
            failed += faults.failed
            faults.clear()
            #expect(titles(observer) == ["Ada \(number)"], "statement \(number)")
        }
        #expect(failed > 0)
    }

    /// Results that the program has set stay while their titles are read again.
    @Test func titlesOfResultsThatWereSetAreReadAgain() throws {
        let context = ModelContext(shelf.container)
        let observer = try ResultsObserver<Book, String>(
            filterBy: #Predicate { $0.pages < 0 },
            sectionBy: \.author?.name,
            modelContext: context
        )
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        #expect(titles(observer) == [])
        let faults = try shelf.fail(.statement, .io)
        observer.results = FetchResultsCollection([book])
        #expect(faults.failed > 0)
        #expect(observer.results.map(\.title) == ["Notes"])
        faults.clear()
        #expect(titles(observer) == ["Ada"])
        #expect(observer.results.map(\.title) == ["Notes"])
    }
}
