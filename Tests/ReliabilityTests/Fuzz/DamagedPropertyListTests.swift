import Foundation
import SwiftDataSQLite
import Testing

/// Property lists that no writer makes are refused as Foundation refuses them. A reader that went on would take an
/// object that it cannot read for one that is not there.
struct DamagedPropertyListTests {
    /// `{"a": [1, "b"]}` with references and offsets of one byte, and the offsets behind the objects.
    private static let objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x61], [0xA2, 3, 4], [0x10, 1], [0x51, 0x62]]

    private static func list(
        _ objects: [[UInt8]],
        offsets: [Int: Int] = [:],
        widths: (offset: Int, reference: Int) = (1, 1),
        root: Int = 0,
        count: Int? = nil,
        behind: [UInt8] = []
    ) -> Data {
        var bytes = [UInt8]("bplist00".utf8)
        var places: [Int] = []
        for object in objects {
            places.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for (number, place) in places.enumerated() {
            bytes += RawPropertyList.number(offsets[number] ?? place, widths.offset)
        }
        bytes += behind + [0, 0, 0, 0, 0, 0, UInt8(widths.offset), UInt8(widths.reference)]
        for field in [count ?? objects.count, root, table] { bytes += RawPropertyList.number(field, 8) }
        return Data(bytes)
    }

    private static func replacing(_ number: Int, _ object: [UInt8]) -> [[UInt8]] {
        var objects = objects
        objects[number] = object
        return objects
    }

    private static func foundation(_ data: Data) -> Any? {
        try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    @Test func aSoundListIsRead() throws {
        let data = Self.list(Self.objects)
        let entries = try #require(BinaryPropertyListReader(data)?.plainEntries)
        #expect(entries.isWhole && entries.entries as NSDictionary == Self.foundation(data) as? NSDictionary)
    }

    static let damaged: [(name: String, data: Data)] = [
        ("an offset behind the offsets", list(objects, offsets: [4: 60])),
        ("an offset of the offsets", list(objects, offsets: [4: 21])),
        ("an offset in the header", list(objects, offsets: [0: 4])),
        ("a reference to no object", list(replacing(2, [0xA2, 3, 5]))),
        ("a key that is no object", list(replacing(0, [0xD1, 9, 2]))),
        ("bytes behind the offsets", list(objects, behind: [0, 0])),
        ("fewer objects than offsets", list(objects, count: 4)),
        ("a root that is no object", list(objects, root: 5)),
        ("an array that reaches into the offsets", list(objects.dropLast() + [[0xA9, 1]])),
        ("a text that reaches into the offsets", list(replacing(4, [0x55, 0x62]))),
        ("data that reach into the offsets", list(replacing(4, [0x4F, 0x10, 40, 0x62]))),
        ("a number that reaches into the offsets", list(replacing(4, [0x13, 0]))),
        ("an object of no kind", list(replacing(4, [0x71, 0x62]))),
        ("one object too many for references", list(objects + Array(repeating: [0x08], count: 251), widths: (2, 1))),
        ("references too narrow for the objects", list(objects + Array(repeating: [0x08], count: 300), widths: (2, 1))),
        ("offsets too narrow", list([[0xA1, 1], [0x4F, 0x11, 1, 44] + Array(repeating: 0, count: 300)])),
    ]

    @Test(arguments: damaged.indices)
    func isRefusedAsFoundationRefusesIt(_ index: Int) {
        let (name, data) = Self.damaged[index]
        #expect(BinaryPropertyListReader(data) == nil, "\(name)")
        #expect(Self.foundation(data) == nil, "\(name)")
    }

    @Test func referencesOfOneByteReachTwoHundredAndFiftyFiveObjects() throws {
        let data = Self.list(Self.objects + Array(repeating: [0x08], count: 250), widths: (2, 1))
        #expect(BinaryPropertyListReader(data)?.plainEntries?.isWhole == true)
        #expect(Self.foundation(data) != nil)
    }

    /// Foundation takes the first, Python the last.
    @Test func aDictionaryWithAKeyTwiceIsNone() throws {
        let data = Self.list([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]])
        let reader = try #require(BinaryPropertyListReader(data))
        #expect(reader.dictionary(reader.root) == nil)
    }

    /// Foundation reads the first as Latin-1 and some of the bytes of the second; Python refuses the first.
    @Test(arguments: [[0x51, 0xE9], [0x88, 1, 0, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
    func anObjectThatReadersTakeForDifferentValuesIsRefused(_ object: [UInt8]) {
        #expect(BinaryPropertyListReader(Self.list(Self.replacing(4, object))) == nil)
    }

    /// Foundation reads them; no writer lets objects share bytes.
    @Test func objectsThatLieInEachOtherAreRefused() {
        let data = Self.list([[0xA2, 1, 2], [0x54, 0x51, 0x61, 0x62, 0x63], []], offsets: [2: 12])
        #expect(BinaryPropertyListReader(data) == nil)
    }

    /// Such a text would become another one: there is no string for it in Swift.
    @Test func aTextWithHalfASurrogatePairIsNotRead() throws {
        let data = Self.list([[0xD1, 1, 2], [0x51, 0x61], [0x61, 0xD8, 0x00]])
        let reader = try #require(BinaryPropertyListReader(data))
        #expect(reader.dictionary(reader.root)?["a"].flatMap(reader.string) == nil)
        #expect(reader.plainEntries?.isWhole == false)
    }
}
