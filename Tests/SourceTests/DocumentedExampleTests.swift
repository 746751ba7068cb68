import Foundation
import TestSupport
import Testing

/// The examples in documentation comments, compiled in one program.
struct DocumentedExampleTests {
    @Test(.enabled(if: Compiler.current != nil, "needs swiftc on the PATH and the modules beside the test bundle"))
    func theExamplesAreAccepted() async throws {
        let compiler = try #require(Compiler.current)
        #expect(!DocumentedExample.all.isEmpty)
        let folder = try TemporaryFolder()
        let beside = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Beside/DocumentedExamples.swift")
        let program = SourceProgram(
            url: folder.file("Examples.swift"),
            source: DocumentedExample.program,
            filesBeside: [beside]
        )
        try Data(program.source.utf8).write(to: program.url)
        let report = try await compiler.compile(program, languageMode: "6")
        let errors = report.output.split(separator: "\n").filter { $0.contains(" error: ") }
        #expect(report.status == 0, "\(errors.joined(separator: "\n"))")
    }

    @Test func anExampleIsReadWithItsLine() throws {
        let text = "/// Text.\n///\n/// ```swift\n/// @Model\n///\n///   final class A {}\n/// ```\nfunc a() {}\n"
        let example = try #require(DocumentedExample.examples(of: text, in: "A.swift").first)
        #expect(example.line == 4)
        #expect(example.code == ["@Model", "", "  final class A {}"])
        let head = "struct Example7 {\n#sourceLocation(file: \"Sources/A.swift\", line: 4)\n@Model\n"
        #expect(example.source(number: 7).hasPrefix(head))
    }
}
