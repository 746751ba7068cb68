import SwiftDataCore
import Testing

/// The table of states does what a dictionary does.
@Suite struct StateTableTests {
    private static let keys: [[Int64]] = [
        Array(1...600),
        (1...600).map { $0 << 40 },
        (1...600).map { Int64.min &+ $0 * 7 },
        (1...600).map { _ in Int64.random(in: .min ... .max) } + [.min, .max, 0, -1],
    ]

    @Test(arguments: keys.indices)
    func whatIsRegisteredIsFoundAndNothingElse(_ kind: Int) {
        let keys = Self.keys[kind]
        let states = keys.map { _ in ModelState(layout: Captain._$modelLayout) }
        let table = StateTable()
        var expected: [Int64: ModelState] = [:]
        for _ in 0..<20_000 {
            let index = Int.random(in: keys.indices)
            let (key, state) = (keys[index], states[index])
            switch Int.random(in: 0..<4) {
            case 0, 1:
                table.insert(state, for: key)
                expected[key] = state
            case 2:
                table.remove(state, for: key)
                expected[key] = nil
            default:
                // Another state's key stays.
                table.remove(states[(index + 1) % states.count], for: key)
            }
            let probe = keys.randomElement() ?? 0
            #expect(table.state(for: probe) === expected[probe])
        }
        #expect(table.count == expected.count)
        for (key, state) in zip(keys, states) {
            #expect(table.state(for: key) === expected[key])
            if expected[key] != nil { table.remove(state, for: key) }
        }
        #expect(table.count == 0)
    }

    @Test func everyStateIsVisitedOnceAlsoAfterRemovals() {
        let table = StateTable()
        let states = (0..<1_000).map { _ in ModelState(layout: Captain._$modelLayout) }
        table.reserve(states.count)
        for (key, state) in states.enumerated() { table.insert(state, for: Int64(key)) }
        for key in stride(from: 0, to: 1_000, by: 3) { table.remove(states[key], for: Int64(key)) }
        var visited: [ObjectIdentifier] = []
        table.forEach { visited.append(ObjectIdentifier($0)) }
        let expected = states.indices.filter { $0 % 3 != 0 }.map { ObjectIdentifier(states[$0]) }
        #expect(visited.count == expected.count)
        #expect(Set(visited) == Set(expected))
    }

    @Test func anEmptiedTableCanBeUsedAgain() {
        let table = StateTable()
        let states = (0..<500).map { _ in ModelState(layout: Captain._$modelLayout) }
        for _ in 0..<3 {
            for (key, state) in states.enumerated() { table.insert(state, for: Int64(key)) }
            #expect(table.count == 500)
            for (key, state) in states.enumerated() { table.remove(state, for: Int64(key)) }
            #expect(table.count == 0)
            #expect(table.state(for: 7) == nil)
        }
    }
}
