package import Foundation

/// The wrapping that SwiftData gives to the JSON of a top-level collection: a keyed archive whose root is data.
///
/// The bytes are those of `NSKeyedArchiver`. They are made here because that class takes twenty times as long, on a
/// path that every save of such an attribute takes.
package enum KeyedArchive {
    /// The archive of some data.
    package static func wrapping(_ data: Data) -> Data {
        // Objects in this order: the top dictionary, its four keys, their values, what those hold.
        var plist = BinaryPropertyListWriter()
        plist.dictionary(keys: [1, 2, 3, 4], values: [5, 6, 7, 8])
        plist.string("$version")
        plist.string("$archiver")
        plist.string("$top")
        plist.string("$objects")
        plist.integer(100_000)
        plist.string("NSKeyedArchiver")
        plist.dictionary(keys: [9], values: [10])
        plist.array([11, 12])
        plist.string("root")
        plist.uid(1)
        plist.string("$null")
        plist.data(data)
        return plist.finished()
    }

    /// The data inside an archive, or nil if it is not one of data.
    package static func unwrapping(_ archive: Data) -> Data? {
        guard let reader = BinaryPropertyListReader(archive), let top = reader.dictionary(reader.root),
            let references = top["$top"].flatMap(reader.dictionary),
            let root = references["root"].flatMap(reader.uid),
            let objects = top["$objects"].flatMap(reader.array), objects.indices.contains(root)
        else { return nil }
        if let data = reader.data(objects[root]) { return data }
        // Mutable data is archived as an object with its bytes in a field.
        return reader.dictionary(objects[root])?["NS.data"].flatMap { field in
            if let index = reader.uid(field), objects.indices.contains(index) { return reader.data(objects[index]) }
            return reader.data(field)
        }
    }
}
