import Foundation

/// A property list put together byte by byte, so that objects may lie in each other and refer to each other at will.
struct RawPropertyList {
    private(set) var bytes = [UInt8]("bplist00".utf8)
    private var offsets: [Int] = []

    /// Adds bytes that are an object's.
    mutating func add(_ object: [UInt8]) -> Int {
        let number = add(at: bytes.count)
        bytes += object
        return number
    }

    /// Adds an object whose bytes are there, or will be.
    mutating func add(at offset: Int) -> Int {
        offsets.append(offset)
        return offsets.count - 1
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func add(_ text: String) -> Int { add(Self.marker(0x50, text.utf8.count) + Array(text.utf8)) }

    mutating func add(array elements: [Int]) -> Int {
        add(Self.marker(0xA0, elements.count) + elements.flatMap { Self.number($0, 4) })
    }

    mutating func add(dictionary members: [(key: Int, value: Int)]) -> Int {
        let references = members.map(\.key) + members.map(\.value)
        return add(Self.marker(0xD0, members.count) + references.flatMap { Self.number($0, 4) })
    }

    mutating func add(reference: Int) -> Int { add([0x83] + Self.number(reference, 4)) }

    func data(root: Int) -> Data {
        var all = bytes
        for offset in offsets { all += Self.number(offset, 4) }
        all += [0, 0, 0, 0, 0, 0, 4, 4]
        for field in [offsets.count, root, bytes.count] { all += Self.number(field, 8) }
        return Data(all)
    }

    static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] { [kind | 0x0F, 0x12] + number(count, 4) }

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// The archive of a model whose entities have names that lie in each other.
struct OverlappingTexts {
    let model: Data

    init(count: Int, length: Int) {
        var list = RawPropertyList()
        // Each is a header of six bytes, in the text of those before it.
        let start = list.bytes.count
        let texts = (0..<count).map { list.add(at: start + 6 * $0) }
        for _ in 0..<count { list.append(RawPropertyList.marker(0x50, length)) }
        list.append(Array(repeating: UInt8(ascii: "x"), count: length))
        let (null, className) = (list.add("$null"), list.add("NSManagedObjectModel"))
        let classKey = list.add("$classname")
        let theClass = list.add(dictionary: [(classKey, className)])
        let (classMember, entitiesKey) = (list.add("$class"), list.add("NSEntities"))
        let (keysKey, objectsKey) = (list.add("NS.keys"), list.add("NS.objects"))
        let (topKey, rootKey, allKey) = (list.add("$top"), list.add("root"), list.add("$objects"))
        let noMembers = list.add(dictionary: [])
        let references = (0..<count + 5).map { list.add(reference: $0) }
        let entity = references[4]
        let keys = list.add(array: (0..<count).map { references[5 + $0] })
        let values = list.add(array: Array(repeating: entity, count: count))
        let entities = list.add(dictionary: [(keysKey, keys), (objectsKey, values)])
        let model = list.add(dictionary: [(classMember, references[2]), (entitiesKey, references[3])])
        let all = list.add(array: [null, model, theClass, entities, noMembers] + texts)
        let top = list.add(dictionary: [(rootKey, references[1])])
        self.model = list.data(root: list.add(dictionary: [(topKey, top), (allKey, all)]))
    }
}
