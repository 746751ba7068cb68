import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

/// Conditions that a captured value decides: nothing is asked of a row that need not be.
struct ConstantFoldingTests {
    private let container: ModelContainer
    private let names = ["Alpha", "Omega"]

    init() throws {
        container = try ModelContainer(
            for: Schema([Author.self, Book.self, Tag.self]),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        for title in ["A", "B", "C"] {
            let book = Book(title: title, tags: title == "B" ? [Tag(name: "Alpha"), Tag(name: "Omega")] : [])
            context.insert(book)
        }
        try context.save()
    }

    private func check(
        _ predicate: Predicate<Book>,
        _ expected: String,
        isAll: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let context = ModelContext(container)
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])
        let found = try context.fetch(descriptor)
        #expect(found.map(\.title).joined() == expected, sourceLocation: sourceLocation)
        #expect(try context.fetchCount(descriptor) == expected.count, sourceLocation: sourceLocation)
        let explanation = try context.explanation(of: descriptor)
        #expect(explanation.isSQLOnly, "\(explanation.reason ?? "")", sourceLocation: sourceLocation)
        let all = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(try all.filter { try predicate.evaluate($0) }.map(\.title).joined() == expected)
        if isAll { #expect(QueryNode(predicate).description == QueryNode.true.description) }
    }

    @Test func anEmptyCapturedListDecides() throws {
        let none: [String] = []
        try check(
            #Predicate { book in none.isEmpty || none.allSatisfy { name in book.tags.contains { $0.name == name } } },
            "ABC",
            isAll: true
        )
        try check(
            #Predicate { book in none.allSatisfy { name in book.tags.contains { $0.name == name } } || none.isEmpty },
            "ABC",
            isAll: true
        )
        try check(
            #Predicate { book in !none.isEmpty && none.contains { name in book.tags.contains { $0.name == name } } },
            ""
        )
        try check(#Predicate { book in none.contains { name in book.title == name } }, "")
        try check(#Predicate { book in none.filter { name in book.title == name }.isEmpty }, "ABC")
    }

    @Test func aListWithElementsIsAskedFor() throws {
        let names = names
        try check(
            #Predicate { book in names.isEmpty || names.allSatisfy { name in book.tags.contains { $0.name == name } } },
            "B"
        )
        try check(
            #Predicate { book in !names.isEmpty && names.contains { name in book.tags.contains { $0.name == name } } },
            "B"
        )
    }

    @Test func capturedConditionsAreLeftOut() throws {
        let (yes, no, text) = (true, false, "")
        let title = #Predicate<Book> { $0.title == "A" }
        func isPlain(_ predicate: Predicate<Book>, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try check(predicate, "A", sourceLocation: sourceLocation)
            let node = QueryNode(predicate).description
            #expect(node == QueryNode(title).description, sourceLocation: sourceLocation)
        }
        try isPlain(#Predicate { yes && $0.title == "A" })
        try isPlain(#Predicate { $0.title == "A" && yes })
        try isPlain(#Predicate { no || $0.title == "A" })
        try isPlain(#Predicate { $0.title == "A" || no })
        try isPlain(#Predicate { !no && $0.title == "A" && !text.isEmpty != yes && text == "" })
        try isPlain(#Predicate { yes ? $0.title == "A" : $0.pages == 1 })
        try check(#Predicate { text.isEmpty || $0.title.contains(text) }, "ABC", isAll: true)
        try check(#Predicate { no && $0.title == "A" }, "")
        try check(#Predicate { $0.title == "A" && no }, "")
        try check(#Predicate { $0.title == "A" || yes }, "ABC")
        try check(#Predicate { !($0.title == "A" && no) }, "ABC")
    }

    @Test func whatMayFailIsStillAsked() throws {
        let (yes, no, zero) = (true, false, 0)
        // A row whose evaluation fails does not match, whatever comes after.
        for predicate in [
            #Predicate<Book> { $0.pages / zero == 1 || yes }, #Predicate<Book> { !($0.pages / zero == 1 && no) },
        ] {
            let found = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
            #expect(found.isEmpty)
        }
        let found = try ModelContext(container).fetch(
            FetchDescriptor<Book>(predicate: #Predicate { yes || $0.pages / zero == 1 })
        )
        #expect(found.count == 3)
    }

    @Test func aLongChainIsReadOnce() throws {
        let titles = (0..<300).map { "\($0)" }
        let predicate = titles.reduce(#Predicate<Book> { $0.title == "A" }) { whole, title in
            #Predicate { whole.evaluate($0) || $0.title == title }
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    }

    @Test func theReasonForMemoryExplainsItself() throws {
        let tags = try ModelContext(container).fetch(FetchDescriptor<Tag>())
        let identifiers = tags.map(\.persistentModelID)
        let descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { book in
                identifiers.allSatisfy { identifier in book.tags.contains { $0.persistentModelID == identifier } }
            }
        )
        let context = ModelContext(container)
        #expect(try context.fetch(descriptor).map(\.title) == ["B"])
        let explanation = try context.explanation(of: descriptor)
        #expect(explanation.reason?.contains("captured list of models or identifiers") == true)
        #expect(explanation.reason?.contains("capture the values") == true)
    }
}
