import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct ExternalStorageTests {
    private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })

    @Test func aLargeValueIsAFileAndASmallOneIsTagged() throws {
        let library = try Library()
        let context = library.context
        let (big, small, none) = (Volume("big"), Volume("small"), Volume("none"))
        big.scan = large
        small.scan = Data([7, 8])
        for volume in [big, small, none] { context.insert(volume) }
        try context.save()
        let file = try #require(library.externalFiles.first)
        #expect(library.externalFiles.count == 1)
        #expect(UUID(uuidString: file) != nil && file == file.uppercased())
        let path = library.folder.path(".library_SUPPORT/_EXTERNAL_DATA/" + file)
        #expect(FileManager.default.contents(atPath: path) == large)
        let reference = "02" + file.utf8.map { String(format: "%02X", $0) }.joined() + "00"
        #expect(
            try library.rows("SELECT ZTITLE, hex(ZSCAN) FROM ZVOLUME ORDER BY Z_PK")
                == ["big|\(reference)", "small|010708", "none|"]
        )
        let read = try library.context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
        #expect(read.map(\.scan) == [large, nil, Data([7, 8])])
    }

    @Test func aReplacedOrDeletedValueTakesItsFileAlong() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("v")
        volume.scan = large
        context.insert(volume)
        try context.save()
        let first = library.externalFiles
        volume.pages = 2
        try context.save()
        #expect(library.externalFiles == first)
        volume.scan = large + large
        try context.save()
        #expect(library.externalFiles.count == 1)
        #expect(library.externalFiles != first)
        context.delete(volume)
        try context.save()
        #expect(library.externalFiles.isEmpty)
    }

    @Test func aFailedSaveTakesItsFilesBack() throws {
        let library = try Library()
        let context = library.context
        let (left, right) = (Subject("a"), Subject("b"))
        context.insert(left)
        context.insert(right)
        try context.save()
        right.name = "a"
        let volume = Volume("v")
        volume.scan = large
        context.insert(volume)
        #expect(code { try context.save() } == .constraint)
        #expect(library.externalFiles.isEmpty)
        right.name = "c"
        try context.save()
        #expect(library.externalFiles.count == 1)
    }

    @Test func aMissingFileIsAnErrorOfTheRow() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("v")
        volume.scan = large
        context.insert(volume)
        try context.save()
        try FileManager.default.removeItem(atPath: library.folder.path(".library_SUPPORT"))
        #expect(code { _ = try library.context.fetch(FetchDescriptor<Volume>()) } == .corruptRow)
    }

    @Test func aNameThatIsNotAUUIDCannotLeadOutOfTheFolder() throws {
        let library = try Library()
        let name = "../../../../../../../../../etc/passwd".padding(toLength: 36, withPad: "/", startingAt: 0)
        let hex = "02" + name.utf8.map { String(format: "%02X", $0) }.joined() + "00"
        try library.write(
            "INSERT INTO ZVOLUME (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAGES, ZSCAN) VALUES (1, 6, 1, 't', 1, x'\(hex)')"
        )
        #expect(code { _ = try library.context.fetch(FetchDescriptor<Volume>()) } == .corruptRow)
    }

    @Test func aBatchDeletionTakesTheFilesAlong() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("v")
        volume.scan = large
        context.insert(volume)
        try context.save()
        try library.context.delete(model: Volume.self)
        #expect(library.externalFiles.isEmpty)
    }
}
