import Foundation
import SwiftDataCLI
import SwiftDataSQLite

/// Keyed archives of value transformers, and of collections.
enum ArchiveInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        [
            ArchivedData.wrapping(Data("[1,2]".utf8)),
            archive(root: [
                "$class": .reference(2), "NS.keys": .array([.reference(3), .reference(4)]),
                "NS.objects": .array([.reference(5), .reference(6)]),
            ]),
        ]
    }

    /// An archive of a dictionary with an array, a date and a UUID.
    private static func archive(root: [String: PropertyListValue]) -> Data {
        func archivedClass(_ name: String) -> PropertyListValue {
            .dictionary(["$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")])])
        }
        let objects: [PropertyListValue] = [
            .string("$null"), .dictionary(root), archivedClass("NSDictionary"), .string("numbers"), .string("é"),
            .dictionary(["$class": .reference(7), "NS.objects": .array([.reference(8), .reference(9), .reference(0)])]),
            .dictionary(["$class": .reference(10), "NS.time": .real(7.5)]), archivedClass("NSArray"), .integer(1),
            .real(2.5), archivedClass("NSDate"),
        ]
        return BinaryPropertyListWriter.data(
            .dictionary([
                "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
                "$top": .dictionary(["root": .reference(1)]), "$objects": .array(objects),
            ])
        )
    }

    static func check(_ data: Data) throws {
        if let text = DynamicValue.archive(data).archivedContent {
            try require(JSONReader.value(text) != nil, "the content of an archive is no JSON")
        }
        guard let wrapped = ArchivedData.unwrapping(data) else { return }
        let again: Data = try rereading("wrapped data") { ArchivedData.unwrapping(ArchivedData.wrapping(wrapped)) }
        try require(again == wrapped, "wrapped data has become other data")
    }
}
