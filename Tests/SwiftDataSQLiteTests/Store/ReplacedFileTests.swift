import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Reads of rows whose large values are replaced meanwhile.
@Suite struct ReplacedFileTests {
    private let library: BackedUpLibrary

    init() throws { library = try BackedUpLibrary(volumes: 2) }

    /// Replaces each value by another program's saves, before each of the first reads of a file.
    private func replaceBeforeReads(_ count: Int) throws {
        let other = try library.other()
        let done = Locked(0)
        library.files.readHook = { _ in
            let number = done.withLock { done in
                done += 1
                return done
            }
            guard number <= count else { return }
            let context = ModelContext(other)
            for volume in try context.fetch(FetchDescriptor<Volume>()) {
                volume.scan = BackedUpLibrary.scan(1_000 * number + volume.pages)
            }
            try context.save()
        }
    }

    private var title: FetchDescriptor<Volume> { FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]) }

    @Test func aFetchReadsAgainAsOftenAsAnotherValueIsReplaced() throws {
        try replaceBeforeReads(20)
        let volumes = try ModelContext(library.container).fetch(title)
        #expect(volumes.map(\.scan) == [BackedUpLibrary.scan(20_001), BackedUpLibrary.scan(20_002)])
    }

    @Test func aFaultAndMembersReadAgainToo() throws {
        let identifiers = try ModelContext(library.container).fetchIdentifiers(title)
        try replaceBeforeReads(20)
        let volume = try #require(ModelContext(library.container).model(for: identifiers[0]) as? Volume)
        #expect(volume.scan == BackedUpLibrary.scan(20_001))
    }

    @Test func aFileThatIsLostIsReported() throws {
        let values = library.folder.url.appendingPathComponent(".library_SUPPORT/_EXTERNAL_DATA")
        let name = try #require(library.files.names(in: values.path).first)
        try FileManager.default.removeItem(at: values.appendingPathComponent(name))
        let reads = Locked(0)
        library.files.readHook = { _ in reads.withLock { $0 += 1 } }
        let error = #expect(throws: StoreError.self) { try ModelContext(library.container).fetch(title) }
        #expect(error?.code == .corruptRow && error?.propertyName == "scan")
        // Two attempts, with two rows each.
        #expect(reads.withLock { $0 } <= 4)
    }

    @Test func aFetchEndsWhereValuesAreReplacedForever() throws {
        try replaceBeforeReads(.max)
        let error = #expect(throws: StoreError.self) { try ModelContext(library.container).fetch(title) }
        #expect(error?.code == .locked)
    }
}
