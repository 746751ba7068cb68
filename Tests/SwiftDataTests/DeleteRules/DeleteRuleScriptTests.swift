import SwiftData
import TestSupport
import Testing

/// Any graph, cycles included, against the rules worked out on plain values: in memory at once, on disk at the save,
/// and by the store alone.
@Suite struct DeleteRuleScriptTests {
    @Test(arguments: Trials.seeds(25))
    func everyWayOfDeletingFollowsTheRules(_ seed: UInt64) throws {
        let plan = MachinePlan.random(seed)
        let chosen = Set((0..<plan.count).filter { plan.kinds[$0] == 0 })
        let doomed = plan.doomed(by: chosen)
        let whole = plan.picture(without: [])
        let expected = plan.picture(without: doomed ?? [])

        let context = try memoryContext(Machine.self)
        let machines = try plan.build(in: context)
        #expect(try MachinePlan.picture(of: context) == whole)
        for index in chosen.sorted() { context.delete(machines[index]) }
        if let doomed {
            #expect(try MachinePlan.picture(of: context) == expected)
            #expect(machines.indices.allSatisfy { machines[$0].isDeleted == doomed.contains($0) })
            try context.save()
        } else {
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .deleteDenied)
            context.rollback()
        }
        #expect(try MachinePlan.picture(of: context) == expected)
        #expect(try MachinePlan.picture(of: ModelContext(context.container)) == expected)

        let second = try memoryContext(Machine.self)
        try plan.build(in: second)
        if doomed != nil {
            try second.delete(model: Machine.self, where: #Predicate { $0.kind == 0 })
        } else {
            let error = #expect(throws: StoreError.self) {
                try second.delete(model: Machine.self, where: #Predicate { $0.kind == 0 })
            }
            #expect(error?.code == .deleteDenied)
            #expect(!second.hasChanges)
        }
        #expect(try MachinePlan.picture(of: second) == expected)
        #expect(try MachinePlan.picture(of: ModelContext(second.container)) == expected)
    }

    @Test(arguments: Trials.seeds(25))
    func aFreshContextThatHasReadNothingFollowsTheRules(_ seed: UInt64) throws {
        let plan = MachinePlan.random(seed)
        let chosen = Set((0..<plan.count).filter { plan.kinds[$0] == 0 })
        let first = try memoryContext(Machine.self)
        try plan.build(in: first)
        let context = ModelContext(first.container)
        for machine in try context.fetch(FetchDescriptor<Machine>(predicate: #Predicate { $0.kind == 0 })) {
            context.delete(machine)
        }
        let doomed = plan.doomed(by: chosen)
        if doomed == nil {
            #expect(throws: StoreError.self) { try context.save() }
        } else {
            try context.save()
        }
        #expect(
            try MachinePlan.picture(of: ModelContext(first.container)) == plan.picture(without: doomed ?? [])
        )
    }
}
