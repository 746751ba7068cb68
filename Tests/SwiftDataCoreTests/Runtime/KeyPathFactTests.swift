import SwiftDataCore
import Testing

/// The form of key-path objects: docs/decisions/0025-facts-of-the-runtime.md, K1 to K5.
@Suite(.enabled(if: RuntimeFacts.areUsed, "the build relies on no fact")) struct KeyPathFactTests {
    @Test func theFourthWordIsTheSizeOfTheBuffer() {
        let fact = RuntimeFact.keyPathBuffer.broken
        let (one, two) = (RawKeyPath(\Vessel.berth!.number), RawKeyPath(\Vessel.berth!.depth))
        #expect(RawKeyPath(\Vessel.length).buffer.count < one.buffer.count, fact)
        #expect(one.buffer.count == two.buffer.count, fact)
        #expect(one.header & 0x00FF_FFFF < 256, fact)
    }

    @Test func aStoredPropertyIsItsOffset() throws {
        let fact = RuntimeFact.keyPathComponents.broken
        let fields: [(AnyKeyPath, Int?)] = [
            (\Berth.number, MemoryLayout<Berth>.offset(of: \.number)),
            (\Berth.depth, MemoryLayout<Berth>.offset(of: \.depth)),
            (\Berth.name, MemoryLayout<Berth>.offset(of: \.name)),
        ]
        for (keyPath, offset) in fields {
            let raw = RawKeyPath(keyPath)
            #expect(raw.kind == 1, fact)
            #expect(try Int(#require(raw.payload)) == #require(offset), fact)
            let steps = KeyPathReader.steps(of: keyPath)
            #expect(try steps == [.stored(isClass: false, offset: UInt32(#require(offset)))], fact)
        }
    }

    @Test func aStoredPropertyOfAClassIsItsOffsetInTheObject() throws {
        let fact = RuntimeFact.keyPathComponents.broken
        let vessel = Vessel()
        for keyPath in [\Vessel.length, \Vessel.tonnage] {
            let raw = RawKeyPath(keyPath)
            try #require(raw.kind == 3, fact)
            let offset = try Int(#require(raw.payload))
            try #require(offset < 64, fact)
            let stored = withExtendedLifetime(vessel) {
                UnsafeRawPointer(Unmanaged.passUnretained(vessel).toOpaque()).load(fromByteOffset: offset, as: Int.self)
            }
            #expect(stored == vessel[keyPath: keyPath], fact)
            #expect(KeyPathReader.steps(of: keyPath) == [.stored(isClass: true, offset: UInt32(offset))], fact)
        }
    }

    @Test func optionalStepsHaveComponentsOfTheirOwn() throws {
        let fact = RuntimeFact.keyPathComponents.broken
        func steps(_ keyPath: AnyKeyPath) throws -> [KeyPathStep] {
            try #require(KeyPathReader.steps(of: keyPath), fact)
        }
        let (tug, berth) = (try steps(\Vessel.tug), try steps(\Vessel.berth))
        #expect(tug != berth && tug.count == 1 && berth.count == 1, fact)
        #expect(try steps(\Vessel.tug?.length) == tug + [.chain] + steps(\Vessel.length) + [.wrap], fact)
        #expect(try steps(\Vessel.tug!.captain) == tug + [.force] + steps(\Vessel.captain), fact)
        let twice = try tug + [.chain] + berth + [.chain] + steps(\Berth.name) + [.wrap]
        #expect(try steps(\Vessel.tug?.berth?.name) == twice, fact)
    }

    @Test func anAccessorIsIdentifiedByTheWordBehindItsHeader() throws {
        let fact = RuntimeFact.accessorIdentity.broken
        let (base, derived) = (RawKeyPath(\Vessel.captain), RawKeyPath(\Ferry.captain))
        #expect(base.kind == 2 && derived.kind == 2, fact)
        #expect(try #require(base.identity) == #require(derived.identity), fact)
        #expect(base.identity != RawKeyPath(\Vessel.draught).identity, fact)
        #expect(\Vessel.captain as AnyKeyPath != \Ferry.captain)
        let accessor = try #require(KeyPathReader.accessor(of: \Vessel.captain), fact)
        #expect(accessor == base.identity && KeyPathReader.accessor(of: \Ferry.captain) == accessor, fact)
        #expect(KeyPathReader.accessor(of: \Vessel.draught) != accessor, fact)
        #expect(KeyPathReader.accessor(of: \Vessel.captain.count) == nil)
        #expect(KeyPathReader.accessor(of: \Vessel.length) == nil)
    }

    @Test func aSubscriptKeepsItsArgumentsBehindTheAccessor() {
        let fact = RuntimeFact.keyPathComponents.broken
        let (first, second) = (\[Int].[1], \[Int].[2])
        #expect(first != second)
        #expect(KeyPathReader.steps(of: first)?.count == 1, fact)
        #expect(KeyPathReader.steps(of: first) == KeyPathReader.steps(of: second), fact)
    }

    @Test func theLastWordIsTheSizeOfTheLargestValue() {
        let fact = RuntimeFact.keyPathEnd.broken
        #expect(RawKeyPath(\Vessel.draught).end == UInt(MemoryLayout<Int>.size), fact)
        #expect(RawKeyPath(\Vessel.captain).end == UInt(MemoryLayout<String>.size), fact)
    }

    @Test func keyPathsOfOneClassWithTheSameComponentsAreEqual() throws {
        let fact = RuntimeFact.keyPathEquality.broken
        let layout = ModelLayout.of(Employee.self)
        let slot = try #require(layout.slot(named: "name"))
        let made = try #require(layout.keyPath(slot: slot, in: Employee.self), fact)
        #expect(made as AnyKeyPath == \Employee.name, fact)
        #expect(made.hashValue == (\Employee.name as AnyKeyPath).hashValue, fact)
        #expect(made as AnyKeyPath != \Employee.birthday && made as AnyKeyPath != \Person.name, fact)
    }
}
