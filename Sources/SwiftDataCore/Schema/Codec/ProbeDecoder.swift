/// A recorder of the members that a type asks for when it is decoded from nothing.
final class ProbeRecorder {
    let context: ProbeContext
    private(set) var members: [(name: String, codec: ValueCodec)] = []
    /// True if the type did nothing but ask for members.
    private(set) var isPlain = true

    init(_ context: ProbeContext) {
        self.context = context
    }

    func refuse() { isPlain = false }

    func value<Value: Decodable>(_ type: Value.Type, _ key: String?) throws -> Value {
        guard let codec = try CodecFactory.codec(for: type, context) as? TypedCodec<Value> else {
            throw StoredValueError("\(type) cannot be stored")
        }
        if let key { record(key, codec) }
        guard let value = codec.blank(context) else { throw StoredValueError("\(type) has no default value") }
        return value
    }

    func optionalValue<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value? {
        guard let codec = try CodecFactory.codec(for: Value?.self, context) as? TypedCodec<Value?> else {
            throw StoredValueError("\(type) cannot be stored")
        }
        record(key, codec)
        return codec.blank(context) ?? nil
    }

    private func record(_ key: String, _ codec: ValueCodec) {
        if let known = members.first(where: { $0.name == key }) {
            if known.codec.valueType != codec.valueType { refuse() }
        } else {
            members.append((key, codec))
        }
    }
}

/// Decodes a type from nothing: it answers every question with a blank value and remembers the question.
struct ProbeDecoder: Decoder {
    private let recorder: ProbeRecorder
    private let caseName: String?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// - Parameter caseName: The case that an enum is to find.
    init(_ recorder: ProbeRecorder, caseName: String? = nil) {
        self.recorder = recorder
        self.caseName = caseName
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let caseName { return KeyedDecodingContainer(CaseProbeContainer(recorder, caseName)) }
        return KeyedDecodingContainer(ProbeContainer(recorder))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        recorder.refuse()
        return ValueProbeContainer(recorder)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        recorder.refuse()
        return ValueProbeContainer(recorder)
    }
}

/// Members.
struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let recorder: ProbeRecorder
    let codingPath: [any CodingKey] = []

    init(_ recorder: ProbeRecorder) {
        self.recorder = recorder
    }

    /// A type that asks for the keys has no fixed members.
    var allKeys: [Key] {
        recorder.refuse()
        return []
    }

    func contains(_ key: Key) -> Bool { recorder.context.wantsOtherValues }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try recorder.value(type, key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        recorder.refuse()
        return KeyedDecodingContainer(ProbeContainer<Nested>(ProbeRecorder(recorder.context)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        recorder.refuse()
        return ValueProbeContainer(recorder)
    }

    func superDecoder() throws -> any Decoder { refusingDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { refusingDecoder() }

    private func refusingDecoder() -> any Decoder {
        recorder.refuse()
        return ProbeDecoder(ProbeRecorder(recorder.context))
    }
}

// The standard library's `decodeIfPresent` asks `contains` first; a probe wants to know the type all the same.
extension ProbeContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try optional(type, key)
    }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        try recorder.optionalValue(type, key.stringValue)
    }
}
