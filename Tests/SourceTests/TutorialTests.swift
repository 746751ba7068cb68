import Foundation
import TestSupport
import Testing

/// The programs of the tutorial in `Documentation/SwiftData.docc`, compiled and run as a reader does.
struct TutorialTests {
    @Test(
        .enabled(if: Compiler.current != nil, "needs swiftc on the PATH and the modules beside the test bundle"),
        arguments: TutorialStep.all
    )
    func aStepIsAcceptedWithoutAWarning(_ step: TutorialStep) async throws {
        let compiler = try #require(Compiler.current)
        let program = SourceProgram(
            url: step.files[0],
            source: try String(contentsOf: step.files[0], encoding: .utf8),
            filesBeside: Array(step.files.dropFirst())
        )
        let report = try await compiler.compile(program, languageMode: "6")
        #expect(report.status == 0 && !report.output.contains("warning:"), "\(report.output)")
    }

    @Test(.enabled(if: SwiftCompiler.current != nil, "needs swiftc on the PATH and the objects beside the test bundle"))
    func theProgramsPrintWhatTheTutorialShows() async throws {
        let compiler = try #require(SwiftCompiler.current)
        // The sections share the store, as they do for a reader.
        let folder = try TemporaryFolder()
        #expect(TutorialStep.outputs.map(\.step.section) == [2, 3, 4, 5, 6])
        for (step, text) in TutorialStep.outputs {
            let program = try compiler.build(step.files, into: folder.url)
            let command = ["-c", #"cd "$0" && exec "$1""#, folder.url.path, program.url.path]
            let (output, status) = try await ChildProcess.runAside("/bin/sh", command)
            #expect(output == text, "\(step.testDescription)")
            #expect(status == 0, "\(step.testDescription)")
        }
    }

    @Test func theTutorialHasEachOfItsFiles() throws {
        let tutorial = TutorialStep.catalogue.appending(path: "Tutorials/The-Model-Layer.tutorial")
        let text = try String(contentsOf: tutorial, encoding: .utf8)
        let shown = text.matches(of: /@Code\(name: "(.+?)", file: (.+?)\)/).map { (name: $0.1, file: String($0.2)) }
        #expect(shown.map(\.file) == TutorialStep.names)
        for (name, file) in shown { #expect(file.hasSuffix("-\(name)") || name == "Output", "\(file)") }
    }
}
