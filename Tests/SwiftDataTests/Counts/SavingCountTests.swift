import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Ways to change rows of a store.
enum SavingWork: CaseIterable, Sendable {
    case insertion, update, deletion, upsert, batchDeletion
}

/// The exact numbers of statements for saving, for few rows and for many.
@Suite struct SavingCountTests {
    private func statements(_ work: SavingWork, rows count: Int) throws -> [String] {
        let folder = try TemporaryFolder()
        let container = try folder.container(for: Tag.self)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        // The first save of a store says more than later ones.
        context.insert(Tag(name: "other"))
        try context.save()
        let numbers = 0..<count
        if work != .insertion {
            for number in numbers { context.insert(Tag(name: "\(number)")) }
            try context.save()
        }
        let tags = try context.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.name != "other" }))
        #expect(tags.count == (work == .insertion ? 0 : count))
        switch work {
        case .insertion: for number in numbers { context.insert(Tag(name: "\(number)")) }
        case .update: for tag in tags { tag.weight += 1 }
        case .deletion: for tag in tags { context.delete(tag) }
        case .upsert: for number in numbers { context.insert(Tag(name: "\(number)", weight: 1)) }
        case .batchDeletion: break
        }
        let statements = try StatementRecorder(container).statements {
            guard work == .batchDeletion else { return try context.save() }
            try context.delete(model: Tag.self, where: #Predicate { $0.name != "other" })
        }
        let isDeleting = work == .deletion || work == .batchDeletion
        #expect(try folder.sqlite3("SELECT count(*) FROM ZTAG") == "\(isDeleting ? 1 : count + 1)")
        let weight = work == .update || work == .upsert ? count : 0
        #expect(try folder.sqlite3("SELECT sum(ZWEIGHT) FROM ZTAG") == "\(weight)")
        return statements
    }

    @Test(arguments: SavingWork.allCases, [1, 100])
    func savingRunsExactlyTheseStatements(_ work: SavingWork, rows: Int) throws {
        try check(work, rows: rows)
    }

    @Test func insertingTenThousandRunsExactlyTheseStatements() throws {
        try check(.insertion, rows: 10_000)
    }

    private func check(_ work: SavingWork, rows: Int) throws {
        let statements = try statements(work, rows: rows)
        let kinds = Dictionary(grouping: statements, by: { $0 }).map { "\($0.value.count) × \($0.key)" }.sorted()
        #expect(statements.count == work.expected(rows), "\(work): \(kinds.joined(separator: "\n"))")
    }

    /// Not only counted, but of few kinds: each is prepared once, and run for each row. The history of a handful of rows
    /// is written otherwise than that of many.
    @Test(arguments: SavingWork.allCases)
    func moreRowsTakeNoOtherStatements(_ work: SavingWork) throws {
        let (few, many) = (try statements(work, rows: 100), try statements(work, rows: 700))
        #expect(Set(few) == Set(many))
    }
}
