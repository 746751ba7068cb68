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
        for (key, state) in states.enumerated() { table.insert(state, for: Int64(key)) }
        for key in stride(from: 0, to: 1_000, by: 3) { table.remove(states[key], for: Int64(key)) }
        var visited: [ObjectIdentifier] = []
        table.forEach { visited.append(ObjectIdentifier($0)) }
        let expected = states.indices.filter { $0 % 3 != 0 }.map { ObjectIdentifier(states[$0]) }
        #expect(visited.count == expected.count)
        #expect(Set(visited) == Set(expected))
    }

    @Test(arguments: 0..<4)
    func keysThatComeInRunsAreFoundLikeThoseOfADictionary(_ round: Int) {
        var random = RepeatableNumbers(seed: UInt64(round))
        let table = StateTable()
        var expected: [Int64: ModelState] = [:]
        for _ in 0..<400 {
            let start = Int64.random(in: -500...500, using: &random) &* (round == 0 ? 1 : 1 << (round * 12))
            let run = (0..<Int64.random(in: 1...60, using: &random)).map { start &+ $0 }
            for key in run where Bool.random(using: &random) || round % 2 == 0 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    if let state = expected.removeValue(forKey: key) { table.remove(state, for: key) }
                default:
                    let state = ModelState(layout: Captain._$modelLayout)
                    table.insert(state, for: key)
                    expected[key] = state
                }
            }
            for key in run { #expect(table.state(for: key) === expected[key]) }
            #expect(table.count == expected.count)
        }
        var visited: [ObjectIdentifier] = []
        table.forEach { visited.append(ObjectIdentifier($0)) }
        #expect(visited.count == expected.count)
        #expect(Set(visited) == Set(expected.values.map { ObjectIdentifier($0) }))
        let someone = expected.values.first
        #expect(table.contains { $0 === someone } == (someone != nil))
    }

    @Test func aStateThatGoesTakesItselfOut() {
        let table = StateTable()
        var states: [ModelState?] = (0..<100).map { _ in ModelState(layout: Captain._$modelLayout) }
        for (key, state) in states.enumerated() { if let state { table.insert(state, for: Int64(key)) } }
        for key in stride(from: 0, to: 100, by: 2) { states[key] = nil }
        #expect(table.count == 50)
        for key in 0..<100 { #expect(table.state(for: Int64(key)) === states[key]) }
        states.removeAll()
        #expect(table.count == 0)
        #expect(!table.contains { _ in true })
    }

    @Test func aStateHasOneKeyAndAKeyOneState() {
        let (first, second) = (StateTable(), StateTable())
        let (state, other) = (ModelState(layout: Captain._$modelLayout), ModelState(layout: Captain._$modelLayout))
        first.insert(state, for: 1)
        first.insert(state, for: 1)
        #expect(first.count == 1)
        first.insert(state, for: 40)
        #expect(first.count == 1)
        #expect(first.state(for: 1) == nil)
        second.insert(state, for: 40)
        #expect(first.count == 0)
        #expect(second.state(for: 40) === state)
        second.insert(other, for: 40)
        #expect(second.count == 1)
        // Which is not its key any more.
        second.remove(state, for: 40)
        #expect(second.state(for: 40) === other)
    }

    @Test func aTableMayGoBeforeItsStates() {
        var table: StateTable? = StateTable()
        let states = (0..<40).map { _ in ModelState(layout: Captain._$modelLayout) }
        for (key, state) in states.enumerated() { table?.insert(state, for: Int64(key)) }
        table = nil
        let later = StateTable()
        for (key, state) in states.enumerated() { later.insert(state, for: Int64(-key)) }
        #expect(later.count == 40)
        for (key, state) in states.enumerated() { #expect(later.state(for: Int64(-key)) === state) }
        for (key, state) in states.enumerated() { later.remove(state, for: Int64(-key)) }
        #expect(later.count == 0)
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

/// The same numbers in every run, by xorshift.
struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
