/// The members that a value is decoded from.
struct MemberReader {
    fileprivate let elements: [CodecElement]
    fileprivate let leaves: [StoredValue]

    init(_ elements: [CodecElement], _ leaves: [StoredValue]) {
        self.elements = elements
        self.leaves = leaves
    }

    /// Runs the decoding of a value. An error that a type's own code throws may hold stored values and is not passed
    /// on.
    static func run<Value>(_: Value.Type, _ decoding: () throws -> Value) throws -> Value {
        do {
            return try decoding()
        } catch let error as StoredValueError {
            throw error
        } catch {
            throw StoredValueError("\(Value.self) could not be made from its members")
        }
    }

    fileprivate func index(of key: String) -> Int? { elements.firstIndex { $0.name == key } }

    fileprivate func read<Value: Decodable>(_ key: String) throws -> Value {
        guard let index = index(of: key), case .value(let codec) = elements[index].content else {
            throw StoredValueError("member \(key) is missing")
        }
        do {
            if let codec = codec as? TypedCodec<Value> { return try codec.value(leaves[index]) }
            if let codec = codec as? TypedCodec<Value?>, let value = try codec.value(leaves[index]) { return value }
        } catch let error as StoredValueError {
            throw StoredValueError("member \(key): \(error.reason)")
        }
        throw StoredValueError("member \(key): expected \(Value.self), found \(leaves[index].formName)")
    }
}

/// Decodes a struct from its members.
struct MemberDecoder: Decoder {
    private let reader: MemberReader
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ reader: MemberReader) {
        self.reader = reader
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(MemberDecodingContainer(reader))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw MemberDecoder.notMembers }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw MemberDecoder.notMembers }

    static let notMembers = StoredValueError("the type does not decode keyed members; mark the attribute .codable")
}

struct MemberDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: MemberReader
    let codingPath: [any CodingKey] = []

    init(_ reader: MemberReader) {
        self.reader = reader
    }

    var allKeys: [Key] { reader.elements.compactMap { Key(stringValue: $0.name) }.filter(contains) }

    func contains(_ key: Key) -> Bool {
        reader.index(of: key.stringValue).map { !reader.leaves[$0].isAllNull } ?? false
    }

    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try reader.read(key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw MemberDecoder.notMembers }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw MemberDecoder.notMembers
    }
    func superDecoder() throws -> any Decoder { throw MemberDecoder.notMembers }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw MemberDecoder.notMembers }
}
