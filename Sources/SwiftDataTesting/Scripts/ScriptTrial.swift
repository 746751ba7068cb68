package import SwiftData

/// Runs scripts, and shortens failing scripts.
package struct ScriptTrial: Sendable {
    package typealias MakeContainer = @Sendable (ModelConfiguration, Schema) throws -> ModelContainer
    /// Lets another program do a step in the store of a container: see ``ScriptProgram/perform(_:in:)``.
    package typealias CallProgram = @Sendable (ModelContainer, [String]) throws -> String?

    /// A script whose outcome differs from the reference model.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let seed: UInt64?
        package let script: RandomScript
        package let reason: String

        package var description: String {
            "\(reason)\n" + (seed.map { "seed \($0), shrunk to " } ?? "")
                + "\(script.steps.count) steps:\n\(script.swiftCode)"
        }
    }

    private let mistake: ReferenceModel.Mistake?
    private let hasFiles: Bool
    private let gaps: ScriptGaps
    private let callProgram: CallProgram?
    private let makeContainer: MakeContainer

    /// - Parameter callProgram: The other program of stores that are not the default one; nil where no other program can use them.
    package init(
        mistake: ReferenceModel.Mistake? = nil,
        hasFiles: Bool = true,
        gaps: ScriptGaps = .known,
        makeContainer: @escaping MakeContainer = { try ModelContainer(for: $1, configurations: [$0]) },
        callProgram: CallProgram? = nil
    ) {
        self.mistake = mistake
        self.hasFiles = hasFiles
        self.gaps = gaps
        self.callProgram = callProgram
        self.makeContainer = makeContainer
    }

    /// Runs a script.
    /// - Throws: ``Failure``.
    package func run(_ script: RandomScript) throws {
        if let reason = failure(of: script) { throw Failure(seed: nil, script: script, reason: reason) }
    }

    /// Runs the script of a seed.
    /// - Returns: how often each kind of step was done.
    /// - Throws: ``Failure`` with a short script.
    package func run(seed: UInt64, steps: Int) throws -> [String: Int] {
        var generator = ScriptGenerator(seed: seed)
        var setting = generator.setting
        if !hasFiles { setting.isFile = false }
        var script = RandomScript(setting, [])
        do {
            let runner = try runner(setting)
            while script.steps.count < steps {
                let step = generator.next(runner.reference)
                script.steps.append(step)
                try runner.run(step)
            }
            try runner.finish()
            return runner.counts
        } catch {
            let short = ScriptShrinking { failure(of: $0) != nil }.shrink(script)
            throw Failure(seed: seed, script: short, reason: failure(of: short) ?? "\(error)")
        }
    }

    private func runner(_ setting: RandomScript.Setting) throws -> ScriptRunner {
        try ScriptRunner(
            setting,
            mistake: mistake,
            gaps: gaps,
            makeContainer: makeContainer,
            callProgram: callProgram
        )
    }

    /// The failure of a script, or nil if it does not fail.
    private func failure(of script: RandomScript) -> String? {
        do {
            let runner = try runner(script.setting)
            for step in script.steps { try runner.run(step) }
            try runner.finish()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
