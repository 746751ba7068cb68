package import Foundation

/// The wrapping that SwiftData gives to the JSON of a top-level collection: a keyed archive whose root is data.
package enum ArchivedData {
    /// The archive of some data.
    package static func wrapping(_ data: Data) -> Data {
        var archive = KeyedArchive()
        let root = archive.reserve()
        archive.fill(root, with: .data(data))
        return archive.data(root: root)
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
