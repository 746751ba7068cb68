import Foundation

/// Reads the objects of an archive in the form of `NSKeyedArchiver`.
///
/// The bytes come from a file of unknown origin: malformed values are nil. Objects refer to each other in circles, so
/// code that follows them keeps count of the objects that it has visited.
final class KeyedArchiveReader {
    private let list: BinaryPropertyListReader
    /// The numbers of the archive's objects in the property list.
    private let objects: [Int]
    private var members: [Int: [String: Int]] = [:]
    /// The root object.
    private(set) var root: Int
    /// The number of elements of collections that may still be visited: an archive may repeat few objects without end.
    private var room: Int
    /// The number of bytes of texts and data that may still be made: they may be nested.
    private var byteRoom: Int
    private var texts: [Int: String] = [:]
    private var blobs: [Int: Data] = [:]
    /// True if the archive had more content than was read.
    var isExhausted: Bool { room < 0 || byteRoom < 0 }
    /// True if a requested value exists and was not read: a reference leads nowhere, or a value is of another kind. The
    /// content that was read is then incomplete.
    private(set) var isIncomplete = false

    /// The greatest number of objects: more than in any archive of a model or a value.
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

    /// Takes a number of elements from the room that is left. True if there was room for them.
    private func takes(_ count: Int) -> Bool {
        room = room < 0 ? -1 : max(room - count, -1)
        return room >= 0
    }

    /// Takes a number of bytes from the room that is left. True if there was room for them.
    private func takes(bytes count: Int) -> Bool {
        byteRoom = byteRoom < 0 ? -1 : max(byteRoom - count, -1)
        return byteRoom >= 0
    }

    /// The text of an object, which is made once however often it is asked for.
    private func text(_ object: Int) -> String? {
        if let known = texts[object] { return known }
        guard byteRoom >= 0, list.isText(object) else { return nil }
        guard let read = required(list.string(object)), takes(bytes: read.utf8.count) else { return nil }
        texts[object] = read
        return read
    }

    private func blob(_ object: Int) -> Data? {
        if let known = blobs[object] { return known }
        guard byteRoom >= 0, let read = list.data(object), takes(bytes: read.count) else { return nil }
        blobs[object] = read
        return read
    }

    /// A value, whose absence makes the archive incomplete.
    private func required<Value>(_ value: Value?) -> Value? {
        if value == nil { isIncomplete = true }
        return value
    }

    /// The object in a member of an object; nil where there is no such member, or nil is in it.
    func member(_ name: String, of object: Int) -> Int? {
        dictionary(object)?[name].flatMap(resolved)
    }

    /// The names of all members of an object.
    func memberNames(of object: Int) -> [String] { dictionary(object).map { Array($0.keys) } ?? [] }

    /// True if an object has members, as all but plain values do.
    func hasMembers(_ object: Int) -> Bool { list.isDictionary(object) }

    /// True if an object is a dictionary that ``entries(_:)`` can read.
    func hasEntries(_ object: Int) -> Bool {
        let names = memberNames(of: object)
        return names.contains("NS.keys") || names.contains("searchMapping")
    }

    /// The elements of an array that is archived as such, and not as an object; nil for another object.
    func plainElements(_ object: Int) -> [Int?]? {
        guard !isExhausted, let elements = list.array(object), takes(elements.count) else { return nil }
        return elements.map(resolved)
    }

    /// A Boolean that is archived as such, and not as a number.
    func plainBoolean(_ object: Int) -> Bool? { list.boolean(object) }

    func string(_ name: String, of object: Int) -> String? { member(name, of: object).flatMap { required(string($0)) } }
    func integer(_ name: String, of object: Int) -> Int64? {
        member(name, of: object).flatMap { required(integer($0)) }
    }
    func boolean(_ name: String, of object: Int) -> Bool? {
        member(name, of: object).flatMap { required(boolean($0)) }
    }

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

    /// The elements of an array or a set, with nil for references to nil.
    func elementsOrNil(_ object: Int) -> [Int?] {
        guard !isExhausted, let elements = required(dictionary(object)?["NS.objects"].flatMap(list.array)),
            takes(elements.count)
        else { return [] }
        return elements.map(resolved)
    }

    func elements(_ name: String, of object: Int) -> [Int] { member(name, of: object).map(elements) ?? [] }

    /// The entries of a dictionary with strings as its keys, Core Data's own kind of dictionary included.
    func entries(_ object: Int) -> [(key: String, value: Int)] {
        let (keys, values) = pairs(object)
        let entries = Self.entries(keys.map { $0.flatMap(string) }, values)
        if entries.count < max(keys.count, values.count) || Set(entries.map(\.key)).count < entries.count {
            isIncomplete = true
        }
        return entries
    }

    /// The entries of a dictionary that an app fills, whose other keys than texts are left out.
    func entriesOfApp(_ name: String, of object: Int) -> [(key: String, value: Int)] {
        guard let (keys, values) = member(name, of: object).map(pairs) else { return [] }
        return Self.entries(keys.map { $0.flatMap(string) }, values)
    }

    private static func entries(_ keys: [String?], _ values: [Int?]) -> [(key: String, value: Int)] {
        zip(keys, values).compactMap { key, value in
            guard let key, let value else { return nil }
            return (key: key, value: value)
        }
    }

    /// The keys and the values of a dictionary, with nil for references to nil.
    private func pairs(_ object: Int) -> (keys: [Int?], values: [Int?]) {
        if let mapping = member("searchMapping", of: object), let values = member("values", of: object) {
            return (member("keys", of: mapping).map(elementsOrNil) ?? [], elementsOrNil(values))
        }
        guard !isExhausted, let fields = required(dictionary(object)),
            let keys = required(fields["NS.keys"].flatMap(list.array)),
            let values = required(fields["NS.objects"].flatMap(list.array)), takes(keys.count)
        else { return ([], []) }
        return (keys.map(resolved), values.map(resolved))
    }

    func entries(_ name: String, of object: Int) -> [(key: String, value: Int)] {
        member(name, of: object).map(entries) ?? []
    }

    /// The members of an object; nil for one that has none, such as a text.
    private func dictionary(_ object: Int) -> [String: Int]? {
        if let known = members[object] { return known }
        guard list.isDictionary(object), let read = required(list.dictionary(object, text)) else { return nil }
        members[object] = read
        return read
    }

    /// The object behind a reference; nil for the first, which stands for nil.
    private func resolved(_ number: Int) -> Int? {
        guard let position = list.uid(number) else { return number }
        guard position != 0 else { return nil }
        return required(objects.indices.contains(position) ? objects[position] : nil)
    }
}
