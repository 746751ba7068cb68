import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// The lists of models with unsaved changes, beside plain arrays.
@Suite struct PendingModelsTests {
    /// The list, of two, that each state is in, as the lists of a context are.
    private struct Reference {
        var lists: [[(state: ModelState, model: Tag?)]] = [[], []]

        func list(of state: ModelState) -> Int? { lists.firstIndex { $0.contains { $0.state === state } } }
    }

    private func check(_ lists: [PendingModels], _ reference: Reference, _ states: [ModelState]) {
        for (list, expected) in zip(lists, reference.lists) {
            #expect(list.count == expected.count)
            #expect(list.isEmpty == expected.isEmpty)
            #expect(Array(list.values).map(ObjectIdentifier.init) == expected.map { ObjectIdentifier($0.state) })
            for (state, model) in expected { #expect(list.model(of: state) === model) }
        }
        for state in states {
            let place = reference.list(of: state)
            #expect(lists.map { $0.contains(state) } == [place == 0, place == 1])
            #expect((state.pendingPlace >= 0) == (place != nil))
        }
    }

    @Test(arguments: Trials.seeds(15, from: 0))
    func theListsHaveWhatWasAddedInOrder(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let tags = (0..<(random.chance(50) ? 8 : 300)).map { Tag(name: "\($0)") }
        let states = tags.map(\._$modelState)
        var lists = [PendingModels(), PendingModels()]
        var reference = Reference()
        for step in 0..<(tags.count * 4) {
            let index = random.below(tags.count)
            let (tag, state, chosen) = (tags[index], states[index], random.below(2))
            let current = reference.list(of: state)
            switch random.below(100) {
            case 0..<55 where current == nil || current == chosen:
                let model = random.chance(80) ? tag : nil
                lists[chosen].add(state, model)
                if let place = reference.lists[chosen].firstIndex(where: { $0.state === state }) {
                    if let model { reference.lists[chosen][place].model = model }
                } else {
                    reference.lists[chosen].append((state, model))
                }
            case 55..<90:
                let left = lists[chosen].remove(state)
                #expect((left != nil) == (current == chosen))
                withExtendedLifetime(left) {}
                reference.lists[chosen].removeAll { $0.state === state }
            case 90..<94:
                let isRemoved = { (state: ModelState) in state.identifier.hashValue & 3 == 0 }
                withExtendedLifetime(lists[chosen].removeAll(where: isRemoved)) {}
                reference.lists[chosen].removeAll { isRemoved($0.state) }
            case 94..<96:
                let all = lists[chosen].takeAll()
                #expect(
                    Array(all.values).map(ObjectIdentifier.init)
                        == reference.lists[chosen].map { ObjectIdentifier($0.state) }
                )
                reference.lists[chosen] = []
            case 96..<98:
                withExtendedLifetime(lists[chosen].letModelsGo()) {}
                for place in reference.lists[chosen].indices { reference.lists[chosen][place].model = nil }
            case 98..<100:
                lists[chosen].keepModels()
                for place in reference.lists[chosen].indices {
                    reference.lists[chosen][place].model =
                        tags[states.firstIndex { $0 === reference.lists[chosen][place].state } ?? 0]
                }
            default:
                continue
            }
            if tags.count < 50 || step % 40 == 0 { check(lists, reference, states) }
        }
        check(lists, reference, states)
        // What the lists have is kept alive by them alone.
        withExtendedLifetime(tags) {}
    }

    @Test func aListKeepsItsModelsAlive() {
        weak var kept: Tag?
        var list = PendingModels()
        do {
            let tag = Tag(name: "a")
            kept = tag
            list.add(tag._$modelState, tag)
        }
        #expect(kept != nil)
        withExtendedLifetime(list.takeAll()) { #expect(kept != nil) }
        #expect(kept == nil)
        #expect(list.isEmpty)
    }
}
