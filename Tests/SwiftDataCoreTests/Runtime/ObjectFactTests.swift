import CSwiftRuntime
import SwiftDataCore
import Synchronization
import Testing

private protocol Floating: AnyObject {
    var number: Int { get }
}

private final class Buoy: Floating {
    let number: Int
    /// The runtime's answer while the object is deinitialised.
    let atEnd: Answer

    init(_ number: Int, _ atEnd: Answer = Answer()) { (self.number, self.atEnd) = (number, atEnd) }

    deinit {
        let address = Unmanaged.passUnretained(self).toOpaque()
        atEnd.wasRetained.store(swift_tryRetain(address) != nil, ordering: .relaxed)
    }
}

private final class Raft: Floating {
    let number = -1
}

private final class Answer: Sendable {
    let wasRetained = Atomic<Bool>(true)
}

/// Objects and references to them: docs/decisions/0025-facts-of-the-runtime.md, O1 to O4.
@Suite struct ObjectFactTests {
    private func address(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

    @Test func anExistentialOfAClassIsTheObjectAndItsConformance() throws {
        let fact = RuntimeFact.classExistential.broken
        typealias Bits = (UnsafeMutableRawPointer, UnsafeRawPointer)
        try #require(MemoryLayout<any Floating>.size == MemoryLayout<Bits>.size, fact)
        let (first, second, raft) = (Buoy(1), Buoy(2), Raft())
        let bits = ([first, second, raft] as [any Floating]).map { unsafeBitCast($0 as any Floating, to: Bits.self) }
        #expect(bits.map(\.0) == [address(first), address(second), address(raft)], fact)
        #expect(bits[0].1 == bits[1].1 && bits[0].1 != bits[2].1, fact)
        // The words of one object and the conformance of its class are the existential again.
        let made = withUnsafeBytes(of: (address(second), bits[0].1)) { $0.load(as: (any Floating).self) }
        #expect(made === second && made.number == 2, fact)
        withExtendedLifetime((first, second, raft)) {}
    }

    @Test func aRetainFailsOnceTheDeinitialiserHasBegun() throws {
        let fact = RuntimeFact.failingRetain.broken
        let atEnd = Answer()
        var buoy: Buoy? = Buoy(3, atEnd)
        weak let watched = buoy
        let place = try address(#require(buoy))
        _ = swift_unownedRetain(place)
        defer { swift_unownedRelease(place) }
        let retained = try #require(swift_tryRetain(place), fact)
        #expect(retained == place, fact)
        // The retain counts: without the variable, the object is there until its release.
        buoy = nil
        #expect(watched != nil, fact)
        Unmanaged<Buoy>.fromOpaque(place).release()
        #expect(watched == nil, fact)
        let wasRetained = atEnd.wasRetained.load(ordering: .relaxed)
        #expect(!wasRetained, fact)
        // The unowned reference keeps the memory, so that the question may be asked.
        #expect(swift_tryRetain(place) == nil, fact)
    }

    @Test func theCountIsThatOfTheStrongReferences() {
        let fact = RuntimeFact.retainCount.broken
        let buoy = Buoy(4)
        let place = address(buoy)
        let before = withExtendedLifetime(buoy) { Int(swift_retainCount(place)) }
        let others = Array(repeating: buoy, count: 3).map { Unmanaged.passRetained($0) }
        #expect(withExtendedLifetime(buoy) { Int(swift_retainCount(place)) } == before + 3, fact)
        _ = swift_unownedRetain(place)
        #expect(withExtendedLifetime(buoy) { Int(swift_retainCount(place)) } == before + 3, fact)
        swift_unownedRelease(place)
        for other in others { other.release() }
        #expect(withExtendedLifetime(buoy) { Int(swift_retainCount(place)) } == before, fact)
        #expect(before >= 1, fact)
    }

    @Test func anArrayOfObjectsIsTheirAddresses() {
        let fact = RuntimeFact.referenceArrays.broken
        func words<Element: AnyObject>(_ array: [Element]) -> [UInt] {
            array.withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: MemoryLayout<UInt>.size).map {
                    bytes.load(fromByteOffset: $0, as: UInt.self)
                }
            }
        }
        let buoys = (0..<5).map { Buoy($0) }
        let addresses = buoys.map { UInt(bitPattern: address($0)) }
        #expect(words(buoys) == addresses, fact)
        #expect(words(buoys as [AnyObject]) == addresses, fact)
        withExtendedLifetime(buoys) {}
    }
}
