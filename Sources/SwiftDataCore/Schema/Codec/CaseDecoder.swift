/// Decodes an enum whose `Codable` conformance the compiler made: one key, named like the case, over the payload.
struct CaseDecoder: Decoder {
    private let name: String
    private let payload: MemberReader
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(name: String, payload: MemberReader) {
        self.name = name
        self.payload = payload
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(CaseDecodingContainer(name: name, payload: payload))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw MemberDecoder.notMembers }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw MemberDecoder.notMembers }
}

struct CaseDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let name: String
    private let payload: MemberReader
    let codingPath: [any CodingKey] = []

    init(name: String, payload: MemberReader) {
        self.name = name
        self.payload = payload
    }

    var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }
    func contains(_ key: Key) -> Bool { key.stringValue == name }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        throw MemberDecoder.notMembers
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        guard contains(key) else { throw StoredValueError("case \(key.stringValue) is missing") }
        return KeyedDecodingContainer(MemberDecodingContainer(payload))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw MemberDecoder.notMembers
    }
    func superDecoder() throws -> any Decoder { throw MemberDecoder.notMembers }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw MemberDecoder.notMembers }
}
