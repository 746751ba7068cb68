import Foundation
import TestSupport
import Testing

/// The classes that are generated from stores of random models, compiled as one program that edits the stores.
struct RandomClasses: Sendable {
    struct Case: Sendable {
        let seed: Int
        let model: RandomCoreDataModel
        let store: AppleStore

        /// Of the enum that the classes are put in.
        var scope: String { "Seed\(seed)" }
    }

    let cases: [Int: Case]
    private let program: Program
    private let folder: TemporaryFolder

    static let seeds = Trials.seeds(3).map { Int($0) }

    static var canBeMade: Bool { AppleStore.canBeMade && SwiftCompiler.current != nil }

    /// Made once for all tests: the compiler takes most of the time.
    static let current = Task { try await RandomClasses() }

    private init() async throws {
        folder = try TemporaryFolder()
        var (cases, sources, scopes): ([Int: Case], [URL], [String]) = ([:], [], [])
        for seed in Self.seeds {
            let model = RandomCoreDataModel(seed: UInt64(seed))
            let one = Case(seed: seed, model: model, store: try AppleStore(model.xml, model.options(seed)))
            let generated = await tool("generate", one.store.path)
            let body = generated.output.split(separator: "\n").filter { !$0.hasPrefix("import ") }
            let file = folder.file("\(one.scope).swift")
            let text =
                "import Foundation\nimport SwiftData\n\nenum \(one.scope) {\n\(body.joined(separator: "\n"))\n}\n"
            try Data(text.utf8).write(to: file)
            sources.append(file)
            scopes.append(RandomClassesProgram.scope(one.scope, model))
            cases[seed] = one
        }
        let main = folder.file("main.swift")
        try Data(RandomClassesProgram.text(scopes).utf8).write(to: main)
        let compiler = try #require(SwiftCompiler.current)
        program = try compiler.build(sources + [main], into: folder.url)
        self.cases = cases
    }

    /// Returns the lines that the program prints when it runs commands on the store of a model.
    func run(_ commands: [String], _ one: Case) throws -> [String] {
        try program.run([one.scope, one.store.path], input: commands.joined(separator: "\n") + "\n")
            .split(separator: "\n").map(String.init)
    }
}
