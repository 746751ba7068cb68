/// The runtime's metadata of an enum: the number and the names of its cases.
///
/// The layout that is read here is Swift's ABI for type context descriptors and field descriptors. It is tried once on an
/// enum whose cases are known; where that fails, nothing is known of any enum, and ``CodecFactory`` refuses types whose
/// columns depend on it.
struct EnumMetadata {
    struct Names {
        let withPayload: [String]
        let withoutPayload: [String]
    }

    private let descriptor: UnsafeRawPointer
    private let size: Int

    /// Nil for a type that is no enum, and where the layout is not as expected.
    init?<Value>(_ type: Value.Type) {
        guard Self.isLayoutKnown else { return nil }
        self.init(unchecked: type)
    }

    private init?<Value>(unchecked type: Value.Type) {
        guard FieldReflection.kind(of: type) == .enumeration else { return nil }
        let metadata = unsafeBitCast(type as any Any.Type, to: UnsafeRawPointer.self)
        guard let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self),
            descriptor.load(as: UInt32.self) & 0x1F == Self.enumerationKind
        else { return nil }
        self.descriptor = descriptor
        size = MemoryLayout<Value>.size
    }

    /// The kind of a type's description, in the lower five bits of its flags.
    private static let enumerationKind: UInt32 = 18

    private var payloadCaseCount: Int { Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00FF_FFFF) }
    private var plainCaseCount: Int { Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) }

    /// The names of the cases, each group in the order of declaration. Nil where the binary was built without names.
    var names: Names? {
        // The fifth word of the descriptor points to the fields, relative to itself.
        guard let table = Self.pointee(descriptor + 16) else { return nil }
        let recordSize = Int(table.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(table.load(fromByteOffset: 12, as: UInt32.self))
        guard recordSize >= 12 else { return nil }
        var (withPayload, withoutPayload): ([String], [String]) = ([], [])
        for index in 0..<count {
            let record = table + 16 + index * recordSize
            guard let name = Self.pointee(record + 8) else { return nil }
            let text = String(cString: name.assumingMemoryBound(to: CChar.self))
            let hasPayload = record.load(fromByteOffset: 4, as: Int32.self) != 0
            if hasPayload { withPayload.append(text) } else { withoutPayload.append(text) }
        }
        return Names(withPayload: withPayload, withoutPayload: withoutPayload)
    }

    private static func pointee(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = address.load(as: Int32.self)
        return offset == 0 ? nil : address + Int(offset)
    }
}

// MARK: - Values

extension EnumMetadata {
    /// The cases of an enum without payloads, as long as they are not too many: each is kept as its number in the order of
    /// declaration. Empty for other enums.
    func plainCases<Value>(of type: Value.Type) -> [Value] {
        guard size <= 1, plainCaseCount <= 256 else { return [] }
        return (0..<plainCaseCount).compactMap { plainCase($0, of: type) }
    }

    /// The first case of an enum without payloads.
    func firstPlainCase<Value>(of type: Value.Type) -> Value? { plainCase(0, of: type) }

    private func plainCase<Value>(_ number: Int, of type: Value.Type) -> Value? {
        guard payloadCaseCount == 0, (0..<plainCaseCount).contains(number), size <= 2 else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
            buffer.storeBytes(of: UInt64(number).littleEndian, as: UInt64.self)
            return buffer.baseAddress?.load(as: type)
        }
    }
}

// MARK: - Check of the layout

extension EnumMetadata {
    private enum Plain: CaseIterable {
        case first, second, third
    }

    private enum Mixed {
        case one(Int), two, three(String), four
    }

    /// True if enums with known cases are read correctly. A build for portability uses it as well, since the columns of
    /// a file depend on it.
    static let isLayoutKnown: Bool = {
        guard MemoryLayout<UnsafeRawPointer>.size == 8,
            let plain = EnumMetadata(unchecked: Plain.self), let mixed = EnumMetadata(unchecked: Mixed.self)
        else { return false }
        guard plain.payloadCaseCount == 0, plain.plainCaseCount == 3, mixed.payloadCaseCount == 2,
            mixed.plainCaseCount == 2, plain.plainCases(of: Plain.self) == Plain.allCases
        else { return false }
        // None where the library itself was built without names.
        if let names = plain.names, names.withoutPayload != ["first", "second", "third"] { return false }
        guard let names = mixed.names else { return true }
        return names.withPayload == ["one", "three"] && names.withoutPayload == ["two", "four"]
    }()
}
