/// Collects the members that a value encodes.
final class MemberWriter {
    private let elements: [CodecElement]
    private(set) var leaves: [StoredValue]
    private var next = 0
    /// Set where `Encodable` has no way to throw.
    private(set) var refusal: StoredValueError?

    init(_ elements: [CodecElement]) {
        self.elements = elements
        leaves = elements.map(\.nullForm)
    }

    /// Runs the encoding of a value and reports the steps that a flattened value cannot express.
    func run(_ encoding: () throws -> Void) throws {
        do {
            try encoding()
        } catch let error as StoredValueError {
            throw error
        } catch {
            throw StoredValueError("the type's encode(to:) threw an error")
        }
        if let refusal { throw refusal }
    }

    func write<Value: Encodable>(_ value: Value, _ key: String) throws {
        let index = try index(of: key)
        guard case .value(let codec) = elements[index].content else { throw unexpected(key) }
        if let codec = codec as? TypedCodec<Value> {
            leaves[index] = try codec.encode(value)
        } else if let codec = codec as? TypedCodec<Value?> {
            leaves[index] = try codec.encode(value)
        } else {
            throw StoredValueError("member \(key) is encoded as \(Value.self) and decoded as \(codec.valueType)")
        }
    }

    func writeNil(_ key: String) throws {
        let index = try index(of: key)
        leaves[index] = elements[index].nullForm
    }

    func refuse() {
        refusal = refusal ?? StoredValueError("the type does not encode as keyed members; mark the attribute .codable")
    }

    private func index(of key: String) throws -> Int {
        // Members mostly come in order.
        if next < elements.count, elements[next].name == key {
            next += 1
            return next - 1
        }
        guard let index = elements.firstIndex(where: { $0.name == key }) else { throw unexpected(key) }
        next = index + 1
        return index
    }

    private func unexpected(_ key: String) -> StoredValueError {
        StoredValueError("member \(key) is encoded but not decoded; mark the attribute .codable")
    }
}

/// Encodes a struct, or the payload of an enum's case, into members.
struct MemberEncoder: Encoder {
    private let writer: MemberWriter
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ writer: MemberWriter) {
        self.writer = writer
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MemberEncodingContainer(writer))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        writer.refuse()
        return RefusingContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        writer.refuse()
        return RefusingContainer()
    }
}

struct MemberEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let writer: MemberWriter
    let codingPath: [any CodingKey] = []

    init(_ writer: MemberWriter) {
        self.writer = writer
    }

    mutating func encodeNil(forKey key: Key) throws { try writer.writeNil(key.stringValue) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try writer.write(value, key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        writer.refuse()
        return KeyedEncodingContainer(RefusingKeyedContainer())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.refuse()
        return RefusingContainer()
    }

    mutating func superEncoder() -> any Encoder { refusingEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { refusingEncoder() }

    private func refusingEncoder() -> any Encoder {
        writer.refuse()
        return RefusingEncoder()
    }
}
