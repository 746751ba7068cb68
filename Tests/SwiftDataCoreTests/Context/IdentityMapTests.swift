import SwiftDataCore
import Testing

/// The states of a context by identifier, compared with a dictionary.
@Suite struct IdentityMapTests {
    private let unit = StorelessContext().unit
    private var map: IdentityMap { unit.identityMap }

    private func state(_ identifier: PersistentIdentifier) -> ModelState {
        ModelState(layout: Boat._$modelLayout, identifier: identifier, values: [.null], unit: unit)
    }

    /// A row of a store whose keys are no numbers.
    private func custom(_ key: Int) throws -> PersistentIdentifier {
        try .identifier(for: "A", entityName: "Boat", primaryKey: "boat \(key)")
    }

    private func identifiers() throws -> [PersistentIdentifier] {
        (0..<40).map { Plain.row($0, "Boat") } + (0..<20).map { Plain.row($0, "Keeper") }
            + (0..<20).map { _ in Plain.temporary("Boat") } + (try (0..<20).map { try custom($0) })
    }

    @Test(arguments: 0..<4)
    func itHoldsWhatADictionaryHolds(_ seed: Int) throws {
        var random = RepeatableNumbers(seed: UInt64(seed))
        let identifiers = try identifiers()
        var (reference, left): ([PersistentIdentifier: ModelState], Int) = ([:], 0)
        for step in 0..<4_000 {
            let identifier = identifiers[Int.random(in: identifiers.indices, using: &random)]
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                // The state that was there has to leave.
                if reference[identifier] != nil { left += 1 }
                let state = state(identifier)
                map.register(state)
                reference[identifier] = state
            case 2:
                guard let known = reference.removeValue(forKey: identifier) else { continue }
                map.forget(identifier, known)
            case 3:
                // A state that is not the registered one changes nothing.
                map.forget(identifier, state(identifier))
            default:
                // The last reference goes.
                reference[identifier] = nil
            }
            #expect(map[identifier] === reference[identifier])
            if step % 200 == 0 { expect(reference, identifiers) }
        }
        expect(reference, identifiers)
        #expect(map.departureCount >= left && left > 0)
    }

    private func expect(_ reference: [PersistentIdentifier: ModelState], _ identifiers: [PersistentIdentifier]) {
        #expect(map.count == reference.count)
        #expect(Set(map.all.map { ObjectIdentifier($0) }) == Set(reference.values.map { ObjectIdentifier($0) }))
        for identifier in identifiers { #expect(map[identifier] === reference[identifier]) }
    }

    @Test func aStateIsNotKeptAliveAndItsEndIsADeparture() {
        let before = map.departureCount
        weak var kept: ModelState?
        do {
            let state = state(Plain.row(1, "Boat"))
            kept = state
            map.register(state)
            #expect(map.count == 1 && map.departureCount == before)
        }
        #expect(kept == nil && map.count == 0 && map[Plain.row(1, "Boat")] == nil)
        #expect(map.departureCount > before)
    }

    @Test func anEntityOfAStoreIsAskedByItself() {
        let (boats, keepers) = (
            IdentifierSpace.named(store: "A", entity: "Boat"), IdentifierSpace.named(store: "A", entity: "Keeper")
        )
        let state = state(Plain.row(1, "Boat"))
        #expect(!map.hasAny(of: boats))
        map.register(state)
        #expect(map.hasAny(of: boats) && !map.hasAny(of: keepers))
        #expect(!map.hasAny(of: .named(store: "B", entity: "Boat")))
        map.forget(state.identifier, state)
        #expect(!map.hasAny(of: boats))
    }

    @Test func aStateWithANewIdentifierIsNotFoundByItsOldOne() {
        let (old, new) = (Plain.temporary("Boat"), Plain.row(5, "Boat"))
        let state = state(old)
        map.register(state)
        state.identifier = new
        #expect(map[old] == nil)
        map.register(state)
        #expect(map[new] === state && map.count == 1)
    }
}
