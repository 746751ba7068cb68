import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// The same entity as the library's note, with a property of a type that no text can become.
enum OtherModels: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var text: Date
        init(_ text: Date) { self.text = text }
    }
}

/// A file that a writable container refuses stays as it was, and nothing appears beside it.
@Suite(.enabled(if: Program.sqlite3 != nil && Program.python3 != nil, "needs sqlite3 and python3"))
struct RefusedFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("library.store") }

    init() throws { folder = try TemporaryFolder() }

    /// A store of the library's models with a note.
    private func fill() throws {
        let library = try Library(folder: folder)
        let context = library.context
        context.insert(Note("n"))
        try context.save()
        try library.store.connection.close()
    }

    /// Makes a file of each kind that is refused.
    private func make(_ kind: String) throws {
        let newer = "UPDATE Z_METADATA SET Z_VERSION = 2"
        switch kind {
        case "another database": try OddFiles.sqlite3(path, "CREATE TABLE T (A); INSERT INTO T VALUES (1)")
        case "another database with WAL":
            try OddFiles.sqlite3(path, "PRAGMA journal_mode = WAL; CREATE TABLE T (A); INSERT INTO T VALUES (1)")
        case "another database in the -wal": try OddFiles.keepLog(path, "CREATE TABLE T (A); INSERT INTO T VALUES (1)")
        case "no database": try Data("a letter to a friend".utf8).write(to: URL(fileURLWithPath: path))
        case "random bytes":
            try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }).write(to: URL(fileURLWithPath: path))
        case "a file that is cut off":
            try fill()
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
        case "a newer layout":
            try fill()
            try OddFiles.sqlite3(path, newer)
        case "a newer layout without WAL":
            try fill()
            try OddFiles.sqlite3(path, "PRAGMA journal_mode = DELETE; " + newer)
        case "a newer layout in the -wal":
            try fill()
            try OddFiles.keepLog(path, newer)
        case "a newer layout beside a damaged -wal":
            try fill()
            try OddFiles.sqlite3(path, newer)
            try OddFiles.keepLog(path, "UPDATE Z_METADATA SET Z_UUID = 'x'")
            // In the first frame, so that SQLite takes none of the log for valid.
            var log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            log[100] ^= 1
            try log.write(to: URL(fileURLWithPath: path + "-wal"))
        case "a newer layout beside a hot journal":
            try fill()
            try OddFiles.sqlite3(path, "PRAGMA journal_mode = DELETE; " + newer)
            try OddFiles.keepJournal(path, "UPDATE Z_METADATA SET Z_VERSION = 1")
        case "a missing column":
            try fill()
            try OddFiles.sqlite3(path, "ALTER TABLE ZVOLUME DROP COLUMN ZPAGES")
        case "other models":
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
            let container = try ModelContainer(for: OtherModels.Note.self, configurations: configuration)
            let context = ModelContext(container)
            context.insert(OtherModels.Note(.now))
            try context.save()
        default: throw CocoaError(.featureUnsupported)
        }
    }

    @Test(arguments: [
        ("another database", StoreError.Code.notADatabase), ("another database with WAL", .notADatabase),
        ("another database in the -wal", .notADatabase), ("no database", .notADatabase),
        ("random bytes", .notADatabase), ("a file that is cut off", .notADatabase), ("a newer layout", .newerLayout),
        ("a newer layout without WAL", .newerLayout), ("a newer layout in the -wal", .newerLayout),
        ("a newer layout beside a damaged -wal", .newerLayout),
        ("a newer layout beside a hot journal", .newerLayout), ("a missing column", .cannotOpen),
        ("other models", .migration),
    ])
    func aRefusedFileStaysAsItWas(_ kind: String, _ expected: StoreError.Code) throws {
        try make(kind)
        let before = try folder.contents()
        #expect(code { _ = try Library(folder: folder) } == expected)
        let after = try folder.contents()
        #expect(after.keys.sorted() == before.keys.sorted())
        for (name, state) in before { #expect(after[name] == state, "\(name) has changed") }
    }

    @Test func aHotJournalIsRolledBackBeforeTheFileIsJudged() throws {
        try fill()
        try OddFiles.keepJournal(path, "UPDATE Z_METADATA SET Z_VERSION = 2; DELETE FROM ZNOTE")
        #expect(FileManager.default.fileExists(atPath: path + "-journal"))
        let library = try Library(folder: folder)
        #expect(try library.context.fetch(FetchDescriptor<Note>()).map(\.text) == ["n"])
    }

    @Test func whatIsInTheLogIsJudgedToo() throws {
        try fill()
        try OddFiles.sqlite3(path, "UPDATE Z_METADATA SET Z_VERSION = 2")
        try OddFiles.keepLog(path, "UPDATE Z_METADATA SET Z_VERSION = 1")
        let library = try Library(folder: folder)
        #expect(try library.context.fetch(FetchDescriptor<Note>()).map(\.text) == ["n"])
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs the sample stores"), arguments: SampleStore.names.prefix(6))
    func aStoreOfAppleWithOtherModelsStaysAsItWas(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        func contents() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, try Data(contentsOf: sample.folder.appendingPathComponent($0)))
                }
            )
        }
        let before = try contents()
        #expect(throws: (any Error).self) {
            _ = try ModelContainer(
                for: Schema(Library.models),
                configurations: [ModelConfiguration(url: sample.file)]
            )
        }
        #expect(try contents() == before)
    }
}
