/// The one key that an enum looks for, over the payload of the case.
struct CaseProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let recorder: ProbeRecorder
    private let name: String
    let codingPath: [any CodingKey] = []

    init(_ recorder: ProbeRecorder, _ name: String) {
        self.recorder = recorder
        self.name = name
    }

    var allKeys: [Key] { Key(stringValue: name).map { [$0] } ?? [] }
    func contains(_ key: Key) -> Bool { key.stringValue == name }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    /// An enum that reads something else than a container for its case has a conformance of its own.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        recorder.refuse()
        return try recorder.value(type, nil)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(ProbeContainer<Nested>(recorder))
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

/// Values without keys: a type that asks for them is not flattened, but a blank one can be made all the same.
struct ValueProbeContainer: UnkeyedDecodingContainer, SingleValueDecodingContainer {
    private let recorder: ProbeRecorder
    let codingPath: [any CodingKey] = []
    let count: Int? = 0
    let isAtEnd = true
    let currentIndex = 0

    init(_ recorder: ProbeRecorder) {
        self.recorder = recorder
    }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try recorder.value(type, nil) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(ProbeContainer<Nested>(recorder))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    mutating func superDecoder() throws -> any Decoder { ProbeDecoder(ProbeRecorder(recorder.context)) }
}
