/// `Codable` structs, flattened: one stored value for each member.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class CompositeCodec<Value: Codable>: TypedCodec<Value>, @unchecked Sendable {
    private let members: [CodecElement]

    init(_ members: [CodecElement]) {
        self.members = members
        super.init(kind: .composite)
    }

    override var elements: [CodecElement] { members }
    override var canBeAllNull: Bool { members.allSatisfy(\.canBeAllNull) }

    override func encode(_ value: Value) throws -> StoredValue {
        let writer = MemberWriter(members)
        try writer.run { try value.encode(to: MemberEncoder(writer)) }
        return .composite(writer.leaves)
    }

    override func decode(_ stored: StoredValue) throws -> Value {
        let leaves = try leaves(stored)
        return try MemberReader.run(Value.self) {
            try Value(from: MemberDecoder(MemberReader(members, leaves)))
        }
    }

    override func blank(_ context: ProbeContext) -> Value? {
        context.blank { try Value(from: ProbeDecoder(ProbeRecorder($0))) }
    }
}

extension TypedCodec {
    /// The parts of a flattened value.
    func leaves(_ stored: StoredValue) throws -> [StoredValue] {
        switch stored {
        case .composite(let leaves) where leaves.count == elements.count: return leaves
        case .composite: throw StoredValueError("a composite with another number of members than \(Value.self)")
        case .null where canBeAllNull: return elements.map(\.nullForm)
        default: throw mismatch(stored)
        }
    }
}
