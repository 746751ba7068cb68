/// Collects the case that an enum encodes: a container named like the case, which holds the payload.
final class CaseWriter {
    private let cases: [CodecElement]
    private var chosen: (index: Int, payload: MemberWriter)?
    private var refusal: StoredValueError?

    init(_ cases: [CodecElement]) {
        self.cases = cases
    }

    func run(_ encoding: () throws -> Void) throws {
        let outer = MemberWriter([])
        try outer.run(encoding)
        if let refusal = refusal ?? chosen?.payload.refusal { throw refusal }
    }

    func result() throws -> StoredValue {
        guard let chosen else { throw StoredValueError("the enum did not encode one of its cases") }
        var leaves = cases.map(\.nullForm)
        switch cases[chosen.index].content {
        case .value: leaves[chosen.index] = .string(cases[chosen.index].name)
        case .payload: leaves[chosen.index] = .composite(chosen.payload.leaves)
        }
        return .composite(leaves)
    }

    func choose(_ name: String) -> MemberWriter? {
        guard chosen == nil, let index = cases.firstIndex(where: { $0.name == name }) else {
            refuse()
            return nil
        }
        let payload =
            switch cases[index].content {
            case .value: MemberWriter([])
            case .payload(let elements): MemberWriter(elements)
            }
        chosen = (index, payload)
        return payload
    }

    func refuse() {
        refusal = refusal ?? StoredValueError("the enum does not encode as its cases; mark the attribute .codable")
    }
}

/// Encodes an enum whose `Codable` conformance the compiler made.
struct CaseEncoder: Encoder {
    private let writer: CaseWriter
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ writer: CaseWriter) {
        self.writer = writer
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CaseEncodingContainer(writer))
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

struct CaseEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let writer: CaseWriter
    let codingPath: [any CodingKey] = []

    init(_ writer: CaseWriter) {
        self.writer = writer
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        guard let payload = writer.choose(key.stringValue) else {
            return KeyedEncodingContainer(RefusingKeyedContainer())
        }
        return KeyedEncodingContainer(MemberEncodingContainer(payload))
    }

    mutating func encodeNil(forKey key: Key) throws { writer.refuse() }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { writer.refuse() }

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
