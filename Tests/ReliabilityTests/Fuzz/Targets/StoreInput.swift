import Foundation
import SwiftData
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQLite

/// Whole files of stores whose pages are not what they were.
///
/// An input is a list of changes to a sound file, eight bytes each; see ``StoreChange``. `FUZZ_STORE` names another file
/// than the one that is made here.
enum StoreInput: FuzzedInput {
    private static let sound = Result { () throws -> Data in
        if let path = ProcessInfo.processInfo.environment["FUZZ_STORE"] {
            let file = URL(fileURLWithPath: path)
            if FileManager.default.fileExists(atPath: path) { return try Data(contentsOf: file) }
            let made = try FuzzStore.make()
            try made.write(to: file)
            return made
        }
        return try FuzzStore.make()
    }

    static func seeds() throws -> [Data] {
        [
            Data(), Data([0, 1, 0, 7, 0, 9, 255, 0]), Data([3, 5, 0, 0, 0, 0, 0, 0, 4, 2, 0, 3, 0, 0, 0, 0]),
            Data([1, 2, 0, 0, 0, 0, 13, 1]), Data([2, 30, 0, 100, 0, 8, 255, 255]),
        ]
    }

    static func check(_ data: Data) throws {
        let bytes = StoreChange.applied(data, to: try sound.get())
        let name = "openswiftdata-fuzz-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "fuzz.store")
        try bytes.write(to: file)
        let isSound = try inspect(file)
        try read(file, isSound: isSound)
        let isUnchanged = try Data(contentsOf: file) == bytes
        try require(isUnchanged, "a file that was only read has changed")
        try write(file)
    }

    /// Checks the file. True if no problems are found.
    private static func inspect(_ file: URL) throws -> Bool {
        try acceptingErrors {
            let connection = try StoreConnection.readOnlyFile(file.path)
            defer { try? connection.close() }
            return try !StoreCheck(connection, path: file.path).hasProblems
        } ?? false
    }

    /// Reads all that can be read without classes.
    private static func read(_ file: URL, isSound: Bool) throws {
        guard let store = try acceptingErrors({ try DynamicStore(url: file) }) else { return }
        defer { try? store.close() }
        for name in store.entityNames {
            _ = try acceptingErrors { try store.count(of: name) }
            _ = try acceptingErrors {
                try store.forEachRow(of: name, damage: .isLeftOut) { row in
                    for member in row.values { _ = member.value.jsonText }
                }
            }
            let isRead: Void? = try acceptingErrors { try store.forEachRow(of: name) { _ in } }
            try require(isRead != nil || !isSound, "a file without problems has rows that cannot be read")
        }
        _ = try acceptingErrors { try store.history() }
    }

    /// Reads and writes by classes. What was saved is there for the next one who opens the file.
    private static func write(_ file: URL) throws {
        let schema = Schema(FuzzModels.all)
        func open(allowsSave: Bool) throws -> ModelContainer? {
            let configuration = ModelConfiguration(schema: schema, url: file, allowsSave: allowsSave)
            return try acceptingErrors { try ModelContainer(for: schema, configurations: [configuration]) }
        }
        if let container = try open(allowsSave: false) { try fetch(ModelContext(container)) }
        guard let container = try open(allowsSave: true) else { return }
        let context = ModelContext(container)
        context.autosaveEnabled = false
        try fetch(context)
        context.insert(FuzzTag("written by the fuzzer"))
        guard try acceptingErrors({ try context.save() }) != nil else { return }
        let later = ModelContext(container)
        let word = "written by the fuzzer"
        let found = try acceptingErrors {
            try later.fetchCount(FetchDescriptor<FuzzTag>(predicate: #Predicate { $0.word == word }))
        }
        try require(found != 0, "a row that was saved is not there")
    }

    private static func fetch(_ context: ModelContext) throws {
        let books = try acceptingErrors { try context.fetch(FetchDescriptor<FuzzBook>()) } ?? []
        for book in books {
            _ = (book.title, book.price, book.loan, book.words, book.cover?.count, book.tags.count)
            _ = (book.shelf?.name, book.place, book.format, book.link)
        }
        _ = try acceptingErrors { try context.fetch(FetchDescriptor<FuzzShelf>()) }?.map(\.books.count)
        _ = try acceptingErrors { try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
    }

    /// The value of a body, or nil where it throws an error that callers are promised.
    private static func acceptingErrors<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch is StoreError {
            return nil
        } catch is SwiftDataError {
            return nil
        } catch is DataStoreError {
            return nil
        } catch {
            throw FuzzFailure("an error of another type: \(type(of: error)) \(error)")
        }
    }
}
