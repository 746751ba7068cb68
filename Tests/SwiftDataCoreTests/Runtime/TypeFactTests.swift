import Foundation
import SwiftDataCore
import Testing

private enum Tide: CaseIterable {
    case low, rising, high, falling
}

private enum Signal {
    case flag(String), horn, light(Int), none
}

private struct Mooring: Equatable {
    var quay: String
    var depth: Double
    var isFree: Bool
}

/// The runtime's records of types: docs/decisions/0025-facts-of-the-runtime.md, E1 to E3, F1 and F2.
@Suite struct TypeFactTests {
    /// The description of an enum, read without the library.
    private struct RawEnum {
        let kind: Int
        let description: UnsafeRawPointer

        init(_ type: any Any.Type) {
            let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
            kind = metadata.load(as: Int.self)
            description = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        }

        func number(_ offset: Int) -> UInt32 { description.load(fromByteOffset: offset, as: UInt32.self) }

        static func target(_ address: UnsafeRawPointer) -> UnsafeRawPointer {
            address + Int(address.load(as: Int32.self))
        }

        static func text(_ address: UnsafeRawPointer) -> String {
            String(cString: target(address).assumingMemoryBound(to: CChar.self))
        }
    }

    @Test func anEnumHasADescriptionWithTheNumbersOfItsCases() throws {
        let fact = RuntimeFact.enumDescription.broken
        let (tide, signal) = (RawEnum(Tide.self), RawEnum(Signal.self))
        try #require(tide.kind == 0x201 && signal.kind == 0x201 && RawEnum(Mooring.self).kind == 0x200, fact)
        try #require(tide.number(0) & 0x1F == 18, fact)
        #expect(RawEnum.text(tide.description + 8) == "Tide", fact)
        #expect(tide.number(20) & 0x00FF_FFFF == 0 && tide.number(24) == UInt32(Tide.allCases.count), fact)
        #expect(signal.number(20) & 0x00FF_FFFF == 2 && signal.number(24) == 2, fact)
    }

    @Test func theFieldsOfAnEnumAreTheNamesOfItsCases() throws {
        let fact = RuntimeFact.caseNames.broken
        for (type, names) in [
            (Tide.self as any Any.Type, Tide.allCases.map { "\($0)" }),
            (Signal.self, ["flag", "light", "horn", "none"]),
        ] {
            let fields = RawEnum.target(RawEnum(type).description + 16)
            let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
            try #require(size == 12 && fields.load(fromByteOffset: 12, as: UInt32.self) == 4, fact)
            let records = (0..<4).map { fields + 16 + $0 * size }
            #expect(Set(records.map { RawEnum.text($0 + 8) }) == Set(names), fact)
            let hasPayload = records.filter { $0.load(fromByteOffset: 4, as: Int32.self) != 0 }
            #expect(hasPayload.map { RawEnum.text($0 + 8) } == (type == Tide.self ? [] : ["flag", "light"]), fact)
        }
    }

    @Test func anEnumWithoutPayloadsIsTheNumberOfItsCase() {
        let fact = RuntimeFact.caseNumbers.broken
        #expect(MemoryLayout<Tide>.size == 1, fact)
        for (number, tide) in Tide.allCases.enumerated() {
            #expect(withUnsafeBytes(of: tide) { Array($0) } == [UInt8(number)], fact)
        }
    }

    @Test func theFieldsOfAStructAreThoseOfItsMirror() {
        let value = Mooring(quay: "East", depth: 3, isFree: true)
        let labels = Mirror(reflecting: value).children.map { $0.label ?? "" }
        #expect(labels == ["quay", "depth", "isFree"], RuntimeFact.fieldNames.broken)
        #expect(CompositeMembers.fields(of: Mooring.self).map(\.name) == labels, RuntimeFact.fieldKeyPaths.broken)
    }

    @Test func theKeyPathsOfFieldsAreThoseThatTheCompilerMakes() throws {
        let fact = RuntimeFact.fieldKeyPaths.broken
        let fields = CompositeMembers.fields(of: Mooring.self)
        #expect(fields.map(\.keyPath) == [\Mooring.quay, \Mooring.depth, \Mooring.isFree], fact)
        var value = Mooring(quay: "East", depth: 3, isFree: true)
        let depth = try #require(fields[1].keyPath as? WritableKeyPath<Mooring, Double>, fact)
        value[keyPath: depth] = 4
        #expect(value == Mooring(quay: "East", depth: 4, isFree: true), fact)
        #expect(CompositeMembers.name(of: \Mooring.isFree, in: Mooring.self) == "isFree", fact)
    }
}
