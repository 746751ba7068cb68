import Foundation

/// Reads the objects of an archive in the form of `NSKeyedArchiver`.
///
/// The bytes come from a file that anybody may have written: what is not as it should be is nil. Objects refer to each
/// other in circles, so whoever follows them keeps count of where it has been.
final class KeyedArchiveReader {
    private let list: BinaryPropertyListReader
    /// The numbers of the archive's objects in the property list.
    private let objects: [Int]
    private var members: [Int: [String: Int]] = [:]
    /// The root object.
    private(set) var root: Int
    /// How many elements of collections may still be looked at: an archive may repeat few objects without end.
    private var room: Int
    /// How many bytes of texts and data may still be made: they may lie in each other.
    private var byteRoom: Int
    private var texts: [Int: String] = [:]
    private var blobs: [Int: Data] = [:]
    /// Whether there were more: what was read then is not the whole.
    var isExhausted: Bool { room < 0 || byteRoom < 0 }

    /// More than any archive of a model or a value has.
    private static let mostObjects = 2_000_000

    init?(_ archive: Data) {
        guard let list = BinaryPropertyListReader(archive), let top = list.dictionary(list.root),
            let references = top["$top"].flatMap(list.dictionary),
            let root = references["root"].flatMap(list.uid),
            let number = top["$objects"], list.extent(number) ?? 0 <= Self.mostObjects,
            let objects = list.array(number), objects.indices.contains(root)
        else { return nil }
        self.list = list
        self.objects = objects
        self.root = objects[root]
        room = 100_000 + 4 * objects.count
        byteRoom = 1_000_000 + 4 * archive.count
    }

    /// Whether so many more elements may be looked at.
    private func takes(_ count: Int) -> Bool {
        room = room < 0 ? -1 : max(room - count, -1)
        return room >= 0
    }

    /// Whether so many more bytes may be made.
    private func takes(bytes count: Int) -> Bool {
        byteRoom = byteRoom < 0 ? -1 : max(byteRoom - count, -1)
        return byteRoom >= 0
    }

    /// The text of an object, which is made once however often it is asked for.
    private func text(_ object: Int) -> String? {
        if let known = texts[object] { return known }
        guard byteRoom >= 0, let read = list.string(object), takes(bytes: read.utf8.count) else { return nil }
        texts[object] = read
        return read
    }

    private func blob(_ object: Int) -> Data? {
        if let known = blobs[object] { return known }
        guard byteRoom >= 0, let read = list.data(object), takes(bytes: read.count) else { return nil }
        blobs[object] = read
        return read
    }

    /// What a member of an object holds; nil where there is none, or nil is in it.
    func member(_ name: String, of object: Int) -> Int? {
        dictionary(object)?[name].flatMap(resolved)
    }

    /// The names of all members of an object.
    func memberNames(of object: Int) -> [String] { dictionary(object).map { Array($0.keys) } ?? [] }

    /// A Boolean that is archived as such, and not as a number.
    func plainBoolean(_ object: Int) -> Bool? { list.boolean(object) }

    func string(_ name: String, of object: Int) -> String? { member(name, of: object).flatMap(string) }
    func integer(_ name: String, of object: Int) -> Int64? { member(name, of: object).flatMap(integer) }
    func boolean(_ name: String, of object: Int) -> Bool? { member(name, of: object).flatMap(boolean) }

    func string(_ object: Int) -> String? {
        text(object) ?? member("NS.string", of: object).flatMap(text)
    }
    func integer(_ object: Int) -> Int64? { list.integer(object) ?? list.boolean(object).map { $0 ? 1 : 0 } }
    func boolean(_ object: Int) -> Bool? { list.boolean(object) ?? list.integer(object).map { $0 != 0 } }
    func real(_ object: Int) -> Double? { list.real(object) ?? list.integer(object).map(Double.init) }
    func data(_ object: Int) -> Data? { blob(object) ?? member("NS.data", of: object).flatMap(blob) }

    /// The name of an object's class.
    func className(_ object: Int) -> String? {
        member("$class", of: object).flatMap { string("$classname", of: $0) }
    }

    /// The elements of an array or a set.
    func elements(_ object: Int) -> [Int] {
        elementsOrNil(object).compactMap { $0 }
    }

    /// The elements of an array or a set, with nil in the place of those that are none.
    func elementsOrNil(_ object: Int) -> [Int?] {
        guard !isExhausted, let list = dictionary(object)?["NS.objects"].flatMap(list.array), takes(list.count) else {
            return []
        }
        return list.map(resolved)
    }

    func elements(_ name: String, of object: Int) -> [Int] { member(name, of: object).map(elements) ?? [] }

    /// The entries of a dictionary with strings as its keys, Core Data's own kind of dictionary included.
    func entries(_ object: Int) -> [(key: String, value: Int)] {
        if let mapping = member("searchMapping", of: object), let values = member("values", of: object) {
            let keys = elements("keys", of: mapping).compactMap(string)
            return zip(keys, elements(values)).map { (key: $0, value: $1) }
        }
        guard !isExhausted, let fields = dictionary(object), let keys = fields["NS.keys"].flatMap(list.array),
            let values = fields["NS.objects"].flatMap(list.array), keys.count == values.count, takes(keys.count)
        else { return [] }
        return zip(keys, values).compactMap { key, value in
            guard let name = resolved(key).flatMap(string), let value = resolved(value) else { return nil }
            return (key: name, value: value)
        }
    }

    func entries(_ name: String, of object: Int) -> [(key: String, value: Int)] {
        member(name, of: object).map(entries) ?? []
    }

    private func dictionary(_ object: Int) -> [String: Int]? {
        if let known = members[object] { return known }
        guard let read = list.dictionary(object, text) else { return nil }
        members[object] = read
        return read
    }

    /// The object behind a reference; nil for the first, which stands for nil.
    private func resolved(_ number: Int) -> Int? {
        guard let position = list.uid(number) else { return number }
        return position > 0 && position < objects.count ? objects[position] : nil
    }
}
