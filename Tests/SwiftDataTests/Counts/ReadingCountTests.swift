import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Ways to read rows of a store.
enum ReadingWork: CaseIterable, Sendable {
    case whole, page, oneByIdentifier, oneThatIsRegistered, count, identifiers
    case faults, toOne, toMany, prefetchedToMany, enumeration

    /// True if the work reads the other side of a relationship of each row.
    var isToMany: Bool { self == .toMany || self == .prefetchedToMany }
}

/// The exact numbers of statements for reading, for few rows and for many.
@Suite struct ReadingCountTests {
    /// A store with authors of one book each, written with plain SQL.
    private static func library(authors count: Int) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        do { _ = try ModelContext(try folder.container(for: Author.self)).fetchCount(FetchDescriptor<Author>()) }
        try folder.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME)
            SELECT i, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Author'), 1, 'A' || i FROM n;
            INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZISREAD, ZAUTHOR)
            SELECT Z_PK, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'), 1, 'B' || Z_PK, Z_PK, 0, Z_PK FROM ZAUTHOR;
            UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME IN ('Author', 'Book');
            """
        )
        return folder
    }

    /// The statements that some work runs on a store with as many authors, which the work must have read.
    private func statements(_ work: ReadingWork, authors count: Int) throws -> [String] {
        let folder = try Self.library(authors: count)
        let container = try folder.container(for: Author.self)
        let context = ModelContext(container)
        let one = try #require(try ModelContext(container).fetchIdentifiers(FetchDescriptor<Author>()).first)
        // Others may look the same up, so that what this one holds is held outside of the work.
        var held: [any PersistentModel] = []
        if work == .oneThatIsRegistered { held = try context.fetch(FetchDescriptor<Author>()) }
        var read = 0
        let statements = try StatementRecorder(container).statements {
            switch work {
            case .whole: read = try context.fetch(FetchDescriptor<Author>()).filter { $0.name.hasPrefix("A") }.count
            case .page:
                var descriptor = FetchDescriptor<Author>(
                    predicate: #Predicate { $0.name != "A0" },
                    sortBy: [SortDescriptor(\.name), SortDescriptor(\.born)]
                )
                (descriptor.fetchLimit, descriptor.fetchOffset) = (5, 2)
                read = try context.fetch(descriptor).count == 5 ? count : 0
            case .oneByIdentifier, .oneThatIsRegistered:
                read = (context.model(for: one) as? Author)?.name.hasPrefix("A") == true ? count : 0
            case .count: read = try context.fetchCount(FetchDescriptor<Author>())
            case .identifiers: read = try context.fetchIdentifiers(FetchDescriptor<Author>()).count
            case .faults:
                var descriptor = FetchDescriptor<Book>()
                descriptor.propertiesToFetch = [\.title]
                read = try context.fetch(descriptor).filter { $0.pages > 0 }.count
            case .toOne: read = try context.fetch(FetchDescriptor<Book>()).filter { $0.author?.name != nil }.count
            case .toMany, .prefetchedToMany:
                var descriptor = FetchDescriptor<Author>()
                if work == .prefetchedToMany { descriptor.relationshipKeyPathsForPrefetching = [\.books] }
                read = try context.fetch(descriptor).reduce(0) { $0 + $1.books.filter { $0.pages > 0 }.count }
            case .enumeration: try context.enumerate(FetchDescriptor<Author>()) { if $0.name != "" { read += 1 } }
            }
        }
        #expect(read == count, "\(work)")
        withExtendedLifetime(held) {}
        return statements
    }

    @Test(arguments: ReadingWork.allCases, [10, 1_000, 5_000])
    func readingRunsExactlyTheseStatements(_ work: ReadingWork, rows: Int) throws {
        let statements = try statements(work, authors: rows)
        #expect(statements.count == work.expected(rows), "\(work): \(Set(statements).sorted())")
    }

    @Test(arguments: ReadingWork.allCases.filter(\.isToMany))
    func aRelationshipOfAnyNumberOfOwnersTakesAFixedNumber(_ work: ReadingWork) throws {
        // The first 200 are read together before it is known that more of them are wanted.
        let counts = try [201, 1_000, 5_000].map { try statements(work, authors: $0).count }
        #expect(Set(counts).count == 1, "\(work): \(counts)")
    }
}
