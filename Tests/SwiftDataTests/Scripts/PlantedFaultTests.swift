import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

/// Scripts find mistakes that are made on purpose, and few scripts are enough.
@Suite struct PlantedFaultTests {
    private func trial(_ fault: FaultyStore.Fault?) -> ScriptTrial {
        ScriptTrial { configuration, schema in
            let container = try ModelContainer(for: schema, configurations: [configuration])
            let core = ContainerCore(
                schema: container.schema,
                migrationPlan: nil,
                stores: container.core.stores.map { FaultyStore($0, fault) },
                configurations: container.configurations
            )
            return ModelContainer(core: core)
        }
    }

    /// Scripts find nothing in a store in between that makes no mistake.
    @Test func aStoreInBetweenThatMakesNoMistakeIsNotFound() throws {
        let trial = trial(nil)
        for seed in 1...20 as ClosedRange<UInt64> { _ = try trial.run(seed: seed, steps: 50) }
    }

    @Test(arguments: FaultyStore.Fault.allCases)
    func aMistakeOnTheWayToTheStoreIsFound(fault: FaultyStore.Fault) throws {
        let trial = trial(fault)
        for seed in 1...300 as ClosedRange<UInt64> {
            do {
                _ = try trial.run(seed: seed, steps: 50)
            } catch let failure as ScriptTrial.Failure {
                print("• \(fault) is found by seed \(seed): \(failure.script.steps.count) steps, \(failure.reason)")
                #expect(failure.script.steps.count < 20)
                return
            }
        }
        Issue.record("\(fault) is not found")
    }

    @Test(arguments: ReferenceModel.Mistake.allCases)
    func aReferenceModelWithAnotherRuleDisagrees(mistake: ReferenceModel.Mistake) throws {
        let trial = ScriptTrial(mistake: mistake)
        for seed in 1...300 as ClosedRange<UInt64> {
            do {
                _ = try trial.run(seed: seed, steps: 50)
            } catch let failure as ScriptTrial.Failure {
                print("• \(mistake) is found by seed \(seed): \(failure.script.steps.count) steps, \(failure.reason)")
                return
            }
        }
        Issue.record("\(mistake) is not found")
    }
}
