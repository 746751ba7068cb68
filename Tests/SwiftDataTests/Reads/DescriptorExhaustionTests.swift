import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The real thing: a process that has no file descriptor left, in a process of its own.
@Suite struct DescriptorExhaustionTests {
    @Test func aProcessWithoutFileDescriptorsSavesNoZero() async throws {
        await #expect(processExitsWith: .success) {
            try exhaust()
        }
    }
}

/// Fifty contexts, each with an unread book of 1,000 pages, add a page while no connection can be opened.
private func exhaust() throws {
    let shelf = try FaultyShelf()
    let book = try requireExit(try ModelContext(shelf.container).fetchIdentifiers(FetchDescriptor<Book>()).first)
    let box = try requireExit(shelf.container.core.stores.first)
    let connection = try requireExit(box.object as? DefaultStore).connection
    let contexts = (0..<50).map { _ in ModelContext(shelf.container) }
    let books = try contexts.map { try requireExit($0.model(for: book) as? Book) }

    // The connections that are open are in use, and no further one can be had.
    let opened = DispatchSemaphore(value: 0)
    let over = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        _ = try? connection.readOnce { _ in
            opened.signal()
            over.wait()
        }
    }
    opened.wait()
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let former = limit.rlim_cur
    var taken: [Int32] = []
    limit.rlim_cur = min(former, 512)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
    var unreadable = 0
    for (context, book) in zip(contexts, books) {
        book.pages += 1
        if storeError({ try context.save() }) == .unreadable { unreadable += 1 }
    }
    for descriptor in taken { close(descriptor) }
    limit.rlim_cur = former
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    over.signal()
    guard unreadable == 50, try shelf.store.sqlite3("SELECT ZPAGES FROM ZBOOK") == "1000" else { exit(3) }
    for (context, book) in zip(contexts, books) {
        context.rollback()
        book.pages += 1
        try context.save()
    }
    guard try shelf.store.sqlite3("SELECT ZPAGES FROM ZBOOK") == "1050" else { exit(4) }
}

private func requireExit<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw POSIXError(.EINVAL) }
    return value
}
