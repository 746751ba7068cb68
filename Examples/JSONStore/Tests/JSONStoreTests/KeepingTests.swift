import Foundation
import JSONStore
import JournalModel
import SwiftData
import Testing

/// Saved models are there when the file is opened again.
@Suite struct KeepingTests {
    private let folder = JSONFolder()

    @Test func aGraphWithACycleIsReadBack() throws {
        let context = try folder.context()
        let journal = Journal(title: "A")
        let entries = [3, 1, 2].map { Entry($0) }
        journal.entries = entries
        for index in 0..<3 { entries[index].answered = entries[(index + 1) % 3] }
        entries[0].mark = Mark(name: "m", since: Date(timeIntervalSince1970: 0))
        context.insert(journal)
        try context.save()

        let other = try folder.context()
        let read = try #require(try other.journals().first)
        #expect(read.entries.map(\.number) == [3, 1, 2])
        #expect(read.entries.map { $0.answered?.number } == [1, 2, 3])
        #expect(read.entries.allSatisfy { $0.answers.count == 1 && $0.journal === read })
        #expect(read.entries[0].mark == entries[0].mark)
        #expect(read.entries[0].written == entries[0].written)
        #expect(read.persistentModelID == journal.persistentModelID)
    }

    @Test func changesAndDeletionsAreKept() throws {
        let context = try folder.context()
        let journal = Journal(title: "A")
        journal.entries = (1...3).map { Entry($0) }
        let other = Journal(title: "B")
        other.entries = [Entry(4)]
        context.insert(journal)
        context.insert(other)
        try context.save()
        journal.title = "C"
        journal.entries[1].text = "two"
        context.delete(journal.entries[0])
        context.delete(other)
        try context.save()
        let again = try folder.context()
        #expect(try again.journals().map(\.title) == ["C"])
        #expect(try again.entries().map(\.number) == [2, 3])
        #expect(try again.journals().first?.entries.map(\.text) == ["two", ""])
    }

    @Test func aNewModelWithAUniqueValueBecomesTheStoredOne() throws {
        let context = try folder.context()
        let journal = Journal(title: "A")
        journal.entries = [Entry(1)]
        context.insert(journal)
        try context.save()
        let other = try folder.context()
        let again = Journal(title: "A")
        again.entries = [Entry(2)]
        other.insert(again)
        try other.save()
        let read = try folder.context().journals()
        #expect(read.map(\.persistentModelID) == [journal.persistentModelID])
        #expect(read.first?.entries.map(\.number) == [1, 2])
    }

    @Test func predicatesSortsAndPagesWork() throws {
        let context = try folder.context()
        let journal = Journal(title: "A")
        journal.entries = (1...5).map { Entry($0, text: $0 % 2 == 0 ? "even" : "odd") }
        context.insert(journal)
        try context.save()
        var descriptor = FetchDescriptor<Entry>(
            predicate: #Predicate { $0.text == "odd" && $0.journal?.title == "A" },
            sortBy: [SortDescriptor(\.number, order: .reverse)]
        )
        #expect(try folder.context().fetch(descriptor).map(\.number) == [5, 3, 1])
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 1
        #expect(try folder.context().fetch(descriptor).map(\.number) == [3])
        #expect(try folder.context().fetchCount(descriptor) == 1)
    }

    @Test func anErasedStoreIsEmpty() throws {
        let context = try folder.context()
        context.insert(Journal(title: "A"))
        try context.save()
        try context.container.erase()
        #expect(try folder.context().journals().isEmpty)
    }

    /// The process dies at once, in the middle of whatever it does.
    @Test func aKilledProcessLeavesAWholeSave() throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("JournalWriter")
        try #require(FileManager.default.isExecutableFile(atPath: program.path))
        for saves in [1, 5, 20] {
            let folder = JSONFolder()
            let process = Process()
            let output = Pipe()
            process.executableURL = program
            process.arguments = [folder.file.path]
            process.standardOutput = output
            try process.run()
            var printed = 0
            var lines = 0
            while lines < saves {
                let data = output.fileHandleForReading.availableData
                try #require(!data.isEmpty)
                lines += data.filter { $0 == UInt8(ascii: "\n") }.count
                printed = max(printed, 2 * lines)
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let entries = try folder.context().entries()
            #expect(entries.count >= printed && entries.count % 2 == 0)
            #expect(entries.map(\.number) == Array(0..<entries.count))
            #expect(entries.allSatisfy { $0.number % 2 == 0 || $0.answered?.number == $0.number - 1 })
            #expect(try folder.context().journals().first?.entries.count == entries.count)
        }
    }
}
