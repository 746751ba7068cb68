import SwiftDataSyncCore
import Testing

@Suite struct PropertyStateTests {
    private static func state(_ edits: [(MergePolicy, SyncValue, UInt64)]) throws -> PropertyState {
        var state = PropertyState()
        for (policy, value, time) in edits {
            let part = try state.assignment(
                of: value,
                policy: policy,
                clock: HybridClock(time)
            )
            state.merge(part)
        }
        return state
    }

    @Test func theLatestAssignmentRemains() throws {
        let state = try Self.state([(.lastWriter, .int(9), 1), (.lastWriter, .null, 3), (.lastWriter, .int(5), 2)])
        #expect(state.value(.lastWriter) == .null)
        #expect(PropertyState().value(.lastWriter) == nil)
    }

    @Test func absentValuesLoseUnderMaxAndMin() throws {
        for policy in [MergePolicy.max, .min] {
            let edits: [(MergePolicy, SyncValue, UInt64)] = [
                (policy, .null, 9), (policy, .double(.nan), 8), (policy, .double(2), 1), (policy, .double(4), 2),
            ]
            #expect(try Self.state(edits).value(policy) == .double(policy == .max ? 4 : 2))
            #expect(try Self.state(edits.reversed()).value(policy) == .double(policy == .max ? 4 : 2))
        }
    }

    @Test func appVersionsThatDisagreeAboutAPolicyKeepEqualStates() throws {
        let first = try Self.state([(.lastWriter, .int(5), 1)])
        for policies in [[MergePolicy.max, .min], [.max, .lastWriter], [.counter, .lastWriter], [.counter, .max]] {
            var parts = [first]
            for (index, policy) in policies.enumerated() {
                parts.append(
                    try first.assignment(
                        of: .int(Int64(6 + index)),
                        policy: policy,
                        clock: HybridClock(UInt64(2 + index), UInt64(index))
                    )
                )
            }
            let joined = parts.reduce(into: PropertyState()) { $0.merge($1) }
            #expect(joined == parts.reversed().reduce(into: PropertyState()) { $0.merge($1) })
        }
    }

    @Test func aPropertyThatBecomesACounterStartsAtItsValue() throws {
        var state = try Self.state([(.lastWriter, .int(5), 1)])
        #expect(state.value(.counter) == .int(5))
        state.merge(
            try state.assignment(of: .int(6), policy: .counter, clock: HybridClock(2, 1))
        )
        #expect(state.value(.counter) == .int(6) && state.value(.lastWriter) == .int(5))
    }

    @Test func aChangeToMaxCountsWhatWasWrittenBefore() throws {
        let state = try Self.state([(.lastWriter, .int(9), 1), (.max, .int(4), 2)])
        #expect(state.value(.max) == .int(9) && state.value(.lastWriter) == .int(4))
    }

    @Test func policiesAreFoundByPropertyThenByEntity() {
        var policies = MergePolicies()
        policies.set(.max, entity: "Score")
        policies.set(.counter, entity: "Score", property: "tries")
        #expect(policies.policy(entity: "Score", property: "tries") == .counter)
        #expect(policies.policy(entity: "Score", property: "points") == .max)
        #expect(policies.policy(entity: "Trip", property: "points") == .lastWriter)
    }
}
