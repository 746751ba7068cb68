import SwiftDataCore
import Testing

/// The lists of models with unsaved changes, by themselves.
@Suite struct PendingChangesTests {
    private enum Kind: CaseIterable { case inserted, changed, deleted }

    /// A plain list for each kind, in the order of the additions.
    private struct Reference {
        var lists: [Kind: [ObjectIdentifier]] = [.inserted: [], .changed: [], .deleted: []]

        func kind(of state: ObjectIdentifier) -> Kind? { lists.first { $0.value.contains(state) }?.key }
        mutating func removeAll(where isRemoved: (ObjectIdentifier) -> Bool) {
            for kind in Kind.allCases { lists[kind]?.removeAll(where: isRemoved) }
        }
    }

    private func expect(_ pending: PendingChanges, _ reference: Reference) {
        #expect(pending.inserted.values.map { ObjectIdentifier($0) } == reference.lists[.inserted])
        #expect(pending.changed.values.map { ObjectIdentifier($0) } == reference.lists[.changed])
        #expect(pending.deleted.values.map { ObjectIdentifier($0) } == reference.lists[.deleted])
        #expect(pending.count == reference.lists.values.reduce(0) { $0 + $1.count })
        #expect(pending.isEmpty == (pending.count == 0))
    }

    @Test(arguments: 0..<8)
    func theListsAreThoseOfAReference(_ seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        let states = (0..<200).map { _ in ModelState(layout: Captain._$modelLayout) }
        var (pending, reference) = (PendingChanges(), Reference())
        for step in 0..<3_000 {
            let state = states[Int.random(in: states.indices, using: &random)]
            let key = ObjectIdentifier(state)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<60:
                // A model leaves one list before it enters another one.
                let kind = reference.kind(of: key) ?? Kind.allCases[Int.random(in: 0..<3, using: &random)]
                switch kind {
                case .inserted: pending.noteInserted(state, nil)
                case .changed: pending.noteChanged(state, nil)
                case .deleted: pending.noteDeleted(state, nil)
                }
                if reference.kind(of: key) == nil { reference.lists[kind]?.append(key) }
            case 60..<95:
                _ = pending.remove(state)
                reference.removeAll { $0 == key }
            case 95..<99:
                let some = Set(states.indices.filter { $0 % 3 == step % 3 }.map { ObjectIdentifier(states[$0]) })
                _ = pending.removeAll { some.contains(ObjectIdentifier($0)) }
                reference.removeAll(where: some.contains)
            default:
                expect(pending.takeAll(), reference)
                reference = Reference()
            }
            if step % 50 == 0 { expect(pending, reference) }
        }
        expect(pending, reference)
        for state in states {
            #expect((state.pendingPlace >= 0) == (reference.kind(of: ObjectIdentifier(state)) != nil))
        }
    }

    @Test func aModelIsKeptUntilWhatIsTakenOutIsReleased() {
        var pending = PendingChanges()
        weak var kept: Captain?
        var state: ModelState?
        do {
            let captain = Captain("A")
            (kept, state) = (captain, captain._$modelState)
            pending.noteInserted(captain._$modelState, captain)
        }
        #expect(kept != nil)
        guard let state else { return }
        var taken: Any? = pending.remove(state)
        #expect(kept != nil && taken != nil && pending.isEmpty)
        taken = nil
        #expect(kept == nil)
    }

    @Test func modelsAreKeptAgainAfterTheyWereLetGo() {
        var pending = PendingChanges()
        let captain = Captain("A")
        pending.noteChanged(captain._$modelState, captain)
        _ = pending.letModelsGo()
        #expect(pending.model(of: captain._$modelState) == nil && pending.count == 1)
        pending.keepModels()
        #expect(pending.model(of: captain._$modelState) === captain)
    }
}
