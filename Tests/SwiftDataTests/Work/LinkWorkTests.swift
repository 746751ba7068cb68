import SwiftData
import TestSupport
import Testing

/// The number of members that are compared to link models: proportional to the links, however many there are already.
@Suite struct LinkWorkTests {
    enum Way: CaseIterable { case initializer, append, appendOnOtherSide, assignment }

    private func link(_ count: Int, _ way: Way, in context: ModelContext) -> Tag {
        let tag = Tag(name: "shared")
        context.insert(tag)
        for number in 0..<count {
            switch way {
            case .initializer: context.insert(Book(title: "\(number)", tags: [tag]))
            case .append:
                let book = Book(title: "\(number)")
                context.insert(book)
                book.tags.append(tag)
            case .appendOnOtherSide: tag.books.append(Book(title: "\(number)"))
            case .assignment:
                let book = Book(title: "\(number)")
                context.insert(book)
                book.tags = [tag]
            }
        }
        return tag
    }

    @Test(arguments: Way.allCases)
    func newModelsThatShareOneNewPartnerCostTheSameEach(_ way: Way) throws {
        var compared: [Int] = []
        for count in [500, 2_000] {
            let store = try TemporaryFolder()
            let context = ModelContext(try store.container(for: Author.self, Book.self, Tag.self))
            let tag = link(count, way, in: context)
            compared.append(context.unit.counts.comparedMembers)
            #expect(tag.books.count == count)
            try context.save()
            #expect(tag.books.count == count)
            let joined = try store.sqlite3(
                "SELECT count(*) FROM ZBOOK; SELECT sum(n) FROM (SELECT count(*) n FROM \(try joinTable(store)))"
            )
            #expect(joined == "\(count)\n\(count)")
        }
        #expect(compared[1] <= 2_000 + 4 * MemberScan.least * MemberScan.least)
        #expect(compared[1] <= 4 * compared[0] + MemberScan.least * MemberScan.least)
    }

    private enum MemberScan { static let least = 16 }

    private func joinTable(_ store: TemporaryFolder) throws -> String {
        let names = try store.sqlite3("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
        return try #require(names.split(separator: "\n").first.map(String.init))
    }

    /// Each model with each of the other class: as many links as pairs, and no more comparisons than a few for each.
    @Test func linksOfAllWithAllAreQuadraticAndNotCubic() throws {
        let count = 60
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let tags = (0..<count).map { Tag(name: "\($0)") }
        let books = (0..<count).map { Book(title: "\($0)") }
        for tag in tags { context.insert(tag) }
        for book in books { context.insert(book) }
        for book in books { book.tags = tags }
        // Each relationship's first members are compared one by one. A scan for each link is 108,000.
        #expect(context.unit.counts.comparedMembers <= 8 * count * count)
        #expect(tags.allSatisfy { $0.books.count == count })
        try context.save()
        let read = try ModelContext(context.container).all(Tag.self)
        #expect(read.allSatisfy { Set($0.books.map(\.title)).count == count })
    }

    @Test func savedModelsAreLinkedWithoutComparingAllMembers() throws {
        let context = try memoryContext(Author.self, Book.self, Tag.self)
        let (tag, other) = (Tag(name: "one"), Tag(name: "other"))
        for number in 0..<1_000 { context.insert(Book(title: "\(number)", tags: [tag])) }
        for number in 0..<1_000 { context.insert(Book(title: "other \(number)", tags: [other])) }
        try context.save()
        let moved = other.books
        #expect(tag.books.count == 1_000)
        context.unit.counts.comparedMembers = 0
        for book in moved { book.tags.append(tag) }
        #expect(context.unit.counts.comparedMembers < 2_000 * 20)
        for book in moved { book.tags.removeAll { $0 === other } }
        #expect(context.unit.counts.comparedMembers < 4_000 * 20)
        // Twice is once.
        for book in moved.prefix(20) { tag.books.append(book) }
        #expect(tag.books.count == 2_000 && other.books.isEmpty)
        try context.save()
        let read = try ModelContext(context.container).all(Tag.self, sortBy: [SortDescriptor(\.name)])
        #expect(read.map(\.books.count) == [2_000, 0])
    }
}
