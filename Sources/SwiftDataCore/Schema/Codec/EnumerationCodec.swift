/// Enums without raw values, flattened: one part for each case, of which the value's own is the only one set.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class EnumerationCodec<Value: Codable>: TypedCodec<Value>, @unchecked Sendable {
    private let cases: [CodecElement]
    /// The case that NULL in every column stands for: one whose payload is nothing but optional values.
    private let nullCase: Int?

    init(_ cases: [CodecElement]) {
        self.cases = cases
        nullCase = cases.firstIndex(where: \.isPayloadThatCanBeAllNull)
        super.init(kind: .enumeration)
    }

    override var elements: [CodecElement] { cases }
    override var canBeAllNull: Bool { nullCase != nil }

    override func encode(_ value: Value) throws -> StoredValue {
        let writer = CaseWriter(cases)
        try writer.run { try value.encode(to: CaseEncoder(writer)) }
        return try writer.result()
    }

    override func decode(_ stored: StoredValue) throws -> Value {
        let leaves = try leaves(stored)
        guard let index = leaves.firstIndex(where: { !$0.isAllNull }) ?? nullCase else {
            throw StoredValueError("NULL in a non-optional attribute")
        }
        let payload = try payload(of: cases[index], leaves[index])
        return try MemberReader.run(Value.self) {
            try Value(from: CaseDecoder(name: cases[index].name, payload: payload))
        }
    }

    private func payload(of element: CodecElement, _ leaf: StoredValue) throws -> MemberReader {
        guard case .payload(let elements) = element.content else { return MemberReader([], []) }
        guard case .composite(let leaves) = leaf, leaves.count == elements.count else {
            throw StoredValueError("a payload of case \(element.name) with another number of members")
        }
        return MemberReader(elements, leaves)
    }

    override func blank(_ context: ProbeContext) -> Value? {
        for element in cases.reversed() {
            let value = context.blank {
                try Value(from: ProbeDecoder(ProbeRecorder($0), caseName: element.name))
            }
            if let value { return value }
        }
        return nil
    }
}
