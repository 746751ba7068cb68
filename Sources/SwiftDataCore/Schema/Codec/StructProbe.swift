/// Determines if a `Codable` struct can be flattened, and into which members.
struct StructProbe<Value: Codable> {
    private let context: ProbeContext

    init(_ context: ProbeContext) {
        self.context = context
    }

    /// Nil for a struct that codes itself as something else than a fixed set of members.
    func codec() throws -> ValueCodec? {
        let recorder = ProbeRecorder(context)
        let value = try? Value(from: ProbeDecoder(recorder))
        try context.rethrowRecursion()
        guard let value, recorder.isPlain, !recorder.members.isEmpty else { return nil }
        let fields = FieldReflection.fieldNames(of: Value.self)
        let members = Self.ordered(recorder.members, by: fields)
        let codec = CompositeCodec<Value>(members.map { CodecElement(name: $0.name, content: .value($0.codec)) })
        // The type must read the same as it writes.
        guard (try? codec.encode(value)) != nil else { return nil }
        if members.count != fields?.count {
            guard try readsTheSameMembers(whateverItReads: members.map(\.name)) else { return nil }
        }
        return codec
    }

    /// A type that has other members in other values has a decoding that depends on the values; it cannot be flattened.
    private func readsTheSameMembers(whateverItReads names: [String]) throws -> Bool {
        let recorder = ProbeRecorder(ProbeContext(otherValuesIn: context))
        guard (try? Value(from: ProbeDecoder(recorder))) != nil, recorder.isPlain else { return false }
        return Set(recorder.members.map(\.name)) == Set(names)
    }

    /// The order of declaration, where the members are the stored properties; else the order of asking.
    private static func ordered(
        _ members: [(name: String, codec: ValueCodec)],
        by fields: [String]?
    ) -> [(name: String, codec: ValueCodec)] {
        guard let fields, Set(fields) == Set(members.map(\.name)) else { return members }
        return fields.compactMap { field in members.first { $0.name == field } }
    }
}
