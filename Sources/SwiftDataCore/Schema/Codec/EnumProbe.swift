/// Determines if a `Codable` enum without raw values can be flattened, and into which cases.
struct EnumProbe<Value: Codable> {
    private let context: ProbeContext

    init(_ context: ProbeContext) {
        self.context = context
    }

    /// Nil for an enum whose `Codable` conformance is not the compiler's, or whose cases could not be distinguished.
    func codec() throws -> ValueCodec? {
        guard let cases = EnumMetadata(Value.self)?.names else { return nil }
        let nameCodec = ValueCodec.of(String?.self)
        guard let nameCodec, !(cases.withPayload + cases.withoutPayload).isEmpty else { return nil }
        var elements: [CodecElement] = []
        var samples: [Value] = []
        for name in cases.withPayload + cases.withoutPayload {
            guard let (value, members) = try sample(name) else { return nil }
            samples.append(value)
            if cases.withPayload.contains(name) {
                let payload = members.map { CodecElement(name: $0.name, content: .value($0.codec)) }
                elements.append(CodecElement(name: name, content: .payload(payload)))
            } else {
                elements.append(CodecElement(name: name, content: .value(nameCodec)))
            }
        }
        // NULL in every column can be one case, not two.
        guard elements.filter(\.isPayloadThatCanBeAllNull).count <= 1 else { return nil }
        let codec = EnumerationCodec<Value>(elements)
        // The type must read the same as it writes.
        for sample in samples where (try? codec.encode(sample)) == nil { return nil }
        return codec
    }

    private func sample(_ name: String) throws -> (Value, [(name: String, codec: ValueCodec)])? {
        let recorder = ProbeRecorder(context)
        let value = try? Value(from: ProbeDecoder(recorder, caseName: name))
        try context.rethrowRecursion()
        guard let value, recorder.isPlain else { return nil }
        return (value, recorder.members)
    }
}
