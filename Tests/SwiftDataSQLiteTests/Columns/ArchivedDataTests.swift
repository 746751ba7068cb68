import Foundation
import SwiftDataSQLite
import Testing

@Suite struct ArchivedDataTests {
    @Test(arguments: [0, 1, 14, 15, 300, 70_000])
    func foundationReadsWhatWeWrite(count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let archive = ArchivedData.wrapping(data)
        #expect(ArchivedData.unwrapping(archive) == data)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
        unarchiver.requiresSecureCoding = false
        let root = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        #expect((root as? Data) == data || (root as? NSData).map { Data(referencing: $0) } == data)
    }

    @Test(arguments: [0, 2, 40, 70_000])
    func weReadWhatFoundationWrites(count: Int) throws {
        let data = Data(repeating: 7, count: count)
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: NSData(data: data),
            requiringSecureCoding: false
        )
        #expect(ArchivedData.unwrapping(archive) == data)
    }

    @Test func everyTruncationAndEveryFlippedByteIsReadWithoutATrap() {
        let archive = ArchivedData.wrapping(Data("[\"a\",\"b\"]".utf8))
        for length in 0..<archive.count { _ = ArchivedData.unwrapping(archive.prefix(length)) }
        for index in archive.indices {
            for value in [UInt8(0), 0x0F, 0x80, 0xFF] {
                var damaged = archive
                damaged[index] = value
                _ = ArchivedData.unwrapping(damaged)
            }
        }
        #expect(ArchivedData.unwrapping(archive.dropLast()) == nil)
    }
}
