import Foundation
public import SwiftData

/// Everything that a context promises its users, tried on a store of yours.
///
/// An addition to Apple's API, for authors of stores. Add the product `SwiftDataTesting` to a test target, name a
/// configuration and the capabilities that your store lacks, and look at the report:
///
/// ```swift
/// @Test func behavesAsModelsExpect() {
///     let suite = StoreBehaviourSuite("archive", lacking: [.subSecondDates]) { schema, folder in
///         ArchiveConfiguration(schema: schema, file: folder.appendingPathComponent("archive.json"))
///     }
///     let report = suite.run()
///     print(report)
///     #expect(report.failures.isEmpty)
///     #expect(report.skipped.map(\.behaviour) == ["fractions of a second are kept"])
/// }
/// ```
///
/// Each behaviour runs on a store of its own, in a folder of its own, which is removed afterwards.
public struct StoreBehaviourSuite: Sendable {
    /// The name of the store in the report.
    public let name: String
    /// The capabilities that the store lacks.
    public let lacking: Set<StoreCapability>
    /// The number of random predicates that are compared with an evaluation in memory.
    public var predicates = 2_000
    /// The number of random scripts that are compared with a reference model, of 50 steps each.
    public var scripts = 100
    /// The behaviours that are tried beside the random checks.
    package var named = NamedBehaviours.all
    /// The seed of the random checks.
    public var seed: UInt64 = 1

    private let configuration: @Sendable (Schema, URL) throws -> any DataStoreConfiguration

    /// A suite for one kind of store.
    /// - Parameters:
    ///   - name: The name of the store in the report.
    ///   - lacking: The capabilities that the store lacks.
    ///   - configuration: Makes a configuration for a schema. The store has to write in the folder; the same folder
    ///     again means the same store.
    public init(
        _ name: String,
        lacking: Set<StoreCapability> = [],
        configuration: @escaping @Sendable (_ schema: Schema, _ folder: URL) throws -> any DataStoreConfiguration
    ) {
        self.name = name
        self.lacking = lacking
        self.configuration = configuration
    }

    /// Tries every behaviour, one after the other.
    ///
    /// Behaviours do not throw: failures are in the report.
    public func run() -> StoreBehaviourReport {
        var report = StoreBehaviourReport(store: name)
        for behaviour in StoreBehaviour.named(named) { run(behaviour, &report) }
        if predicates > 0 { run(.randomPredicates(predicates, seed: seed, lacking: lacking), &report) }
        run(.randomScripts(scripts, seed: seed, lacking: lacking), &report)
        return report
    }

    private func run(_ behaviour: StoreBehaviour, _ report: inout StoreBehaviourReport) {
        let missing = behaviour.needs.intersection(lacking)
        guard missing.isEmpty else {
            report.note(skipped: behaviour.name, for: missing)
            return
        }
        do {
            let store = try StoreUnderTest(configuration)
            defer { store.remove() }
            try behaviour.body(store)
            report.noteRun()
        } catch {
            report.note(failed: behaviour.name, because: "\(error)")
        }
    }
}
