import SwiftData
import TestSupport
import Testing

/// A store that another process writes is read live, under locks that must stay.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/locks"), "needs /proc/locks"))
struct SharedReadingTests {
    @Test func aSecondReaderLeavesTheLocksOfTheFirst() async throws {
        let store = try TemporaryFolder()
        let path = store.file.path
        async let writer: Void = writeUntilDone(path)
        // Also where something fails here: the other process would wait for ever, and this test for it.
        defer { try? Data().write(to: store.url.appendingPathComponent("done")) }
        let ready = store.url.appendingPathComponent("ready")
        let start = Date()
        while !FileManager.default.fileExists(atPath: ready.path), Date().timeIntervalSince(start) < 3_600 {
            try await Task.sleep(for: .milliseconds(5))
        }
        let first = ModelContext(try store.container(for: Author.self, Document.self, allowsSave: false))
        #expect(try first.fetchCount(FetchDescriptor<Author>()) == 1)
        #expect(try holdsLock(on: path + "-shm"))
        let second = ModelContext(try store.container(for: Author.self, Document.self, allowsSave: false))
        #expect(try second.fetchCount(FetchDescriptor<Author>()) == 1)
        #expect(try holdsLock(on: path + "-shm"))
        try Data().write(to: store.url.appendingPathComponent("done"))
        await writer
        #expect(try first.fetchCount(FetchDescriptor<Author>()) == 2)
        #expect(try second.fetchCount(FetchDescriptor<Author>()) == 2)
    }

    private func writeUntilDone(_ path: String) async {
        await #expect(processExitsWith: .success) { [path] in
            let file = URL(fileURLWithPath: path)
            let folder = file.deletingLastPathComponent()
            let configuration = ModelConfiguration(url: file)
            let container = try ModelContainer(for: Author.self, Document.self, configurations: configuration)
            let context = ModelContext(container)
            context.insert(Author(name: "A"))
            try context.save()
            try Data().write(to: folder.appendingPathComponent("ready"))
            while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("done").path) { usleep(1_000) }
            context.insert(Author(name: "B"))
            try context.save()
        }
    }

    /// True if this process has a lock on a file, by the kernel's list.
    private func holdsLock(on path: String) throws -> Bool {
        let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber
        let inode = try #require(number).uint64Value
        let list = try #require(FileHandle(forReadingAtPath: "/proc/locks"))
        // 1: POSIX  ADVISORY  READ 2801 fe:00:1180 128 128
        return String(decoding: try list.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n").contains { line in
            let parts = line.split(separator: " ")
            return parts.contains("\(getpid())") && parts.contains { $0.hasSuffix(":\(inode)") }
        }
    }
}
