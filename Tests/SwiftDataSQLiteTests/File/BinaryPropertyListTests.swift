import Foundation
import SwiftDataSQLite
import TestSupport
import Testing

@Suite("Binary property lists with references", .enabled(if: Program.python3 != nil, "needs python3"))
struct BinaryPropertyListTests {
    /// Returns the text of a property list of ours as Python's own reader reads it.
    private func read(_ value: PropertyListValue) throws -> String {
        let hexadecimal = BinaryPropertyListWriter.data(value).map { String(format: "%02x", $0) }.joined()
        let script = "import plistlib; print(repr(plistlib.loads(bytes.fromhex('\(hexadecimal)'))), end='')"
        return try #require(Program.python3).run(["-c", script])
    }

    @Test(
        "Numbers of every width read back equal",
        arguments: [
            0, 1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, Int64.max, -1, -128, Int64.min,
        ] as [Int64]
    )
    func integers(number: Int64) throws {
        #expect(try read(.integer(number)) == String(number))
    }

    @Test("Text, data, reals and Booleans read back equal, long ones and other scripts too")
    func scalars() throws {
        let long = String(repeating: "x", count: 300)
        #expect(try read(.array([.string("a"), .string(""), .string("né🙂")])) == "['a', '', 'né🙂']")
        #expect(try read(.string(long)) == "'\(long)'")
        #expect(try read(.string(String(repeating: "é", count: 20))) == "'\(String(repeating: "é", count: 20))'")
        #expect(try read(.data(Data([0, 255, 1]))) == #"b'\x00\xff\x01'"#)
        #expect(try read(.array([.real(-1.5), .boolean(true), .boolean(false)])) == "[-1.5, True, False]")
    }

    @Test("References, nested collections and more than 255 and 65,535 objects read back equal")
    func collections() throws {
        let nested = PropertyListValue.dictionary([
            "b": .array([.reference(0), .reference(256), .reference(65_536)]), "a": .dictionary([:]),
        ])
        #expect(try read(nested) == "{'a': {}, 'b': [UID(0), UID(256), UID(65536)]}")
        for count in [15, 300, 70_000] {
            let numbers = (0..<count).map { PropertyListValue.integer(Int64($0)) }
            let script = "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')) == list(range(\(count))))"
            let folder = try TemporaryFolder()
            try BinaryPropertyListWriter.data(.array(numbers)).write(to: folder.file)
            #expect(try #require(Program.python3).run(["-c", script, folder.file.path]) == "True\n")
        }
    }
}
