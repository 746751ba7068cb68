import SwiftDataSyncCore
import TestSupport
import Testing

@Suite struct CounterStateTests {
    private let first = DeviceNumber(1)
    private let second = DeviceNumber(2)

    @Test func concurrentIncrementsAddUp() throws {
        var counter = CounterState()
        counter.merge(try counter.edit(from: 0, to: 10, device: first))
        let left = try counter.edit(from: 10, to: 11, device: first)
        let right = try counter.edit(from: 10, to: 7, device: second)
        for parts in [[left, right], [right, left, left, right]] {
            var joined = counter
            for part in parts { joined.merge(part) }
            #expect(joined.total == 8)
        }
    }

    @Test func aCountThatExceeds64BitsThrowsAndTheSumIsTheNearest() throws {
        let counter = try CounterState().edit(from: 0, to: .max, device: first)
        #expect(throws: SyncCoreError.self) { try counter.edit(from: 0, to: 1, device: first) }
        #expect(throws: SyncCoreError.self) { try counter.edit(from: .min, to: 1, device: second) }
        var joined = counter
        joined.merge(try CounterState().edit(from: 0, to: 5, device: second))
        #expect(joined.total == .max)
        let low = CounterState([first: .init(sequence: 1, count: .min), second: .init(sequence: 1, count: -1)])
        #expect(low.total == .min)
    }

    @Test func theSumIsExactWhateverTheOrder() {
        var numbers = SeededNumbers(11)
        for _ in 0..<Trials.count(500) {
            let counts = (0..<numbers.below(6)).map { _ in Int64(bitPattern: numbers.next()) >> Int64(numbers.below(60))
            }
            var entries: [DeviceNumber: CounterState.Entry] = [:]
            for (index, count) in counts.enumerated() {
                entries[DeviceNumber(UInt64(index))] = .init(sequence: 1, count: count)
            }
            let exact = counts.reduce(0.0) { $0 + Double($1) }
            let wrapped = counts.reduce(0, &+)
            let total = CounterState(entries).total
            if abs(exact) < 9e18 {
                #expect(total == wrapped)
            } else if abs(exact) > 9.5e18 {
                #expect(total == (exact < 0 ? .min : .max))
            }
        }
    }

    @Test func onlyIntegersAreCounted() throws {
        let state = PropertyState()
        for value in [SyncValue.double(1), .string("1"), .uint(1)] {
            let error = #expect(throws: SyncCoreError.self) {
                try state.assignment(of: value, policy: .counter, clock: HybridClock(1))
            }
            #expect(error?.code == .counter)
        }
    }
}
