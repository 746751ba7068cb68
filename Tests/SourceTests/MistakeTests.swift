import Foundation
import TestSupport
import Testing

/// The compiler's messages about mistakes, without the plugin SwiftDataPredicates and with it.
@Suite(.enabled(if: Compiler.current != nil, "needs swiftc on the PATH and the modules beside the test bundle"))
struct MistakeTests {
    enum Target: String, CaseIterable { case plain, plugin }

    @Test(arguments: SourceProgram.all(in: "Mistakes"), Target.allCases)
    func theMessageIsAboutTheMistake(_ program: SourceProgram, in target: Target) async throws {
        let compiler = try #require(Compiler.current)
        let lines = program.source.components(separatedBy: "\n").map { line(of: $0, in: target) }
        var source = lines.joined(separator: "\n")
        for line in lines where line.hasPrefix("    _ = ") { #expect(line.contains("// expect-error:"), "\(line)") }
        if target == .plugin { source += try PluginDeclarations.text() }
        let folder = try TemporaryFolder()
        let file = folder.file("Mistakes.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let report = try await compiler.compile(SourceProgram(url: file, source: source), languageMode: "6")
        let expectations = Expectation.all(in: source)
        #expect(expectations.count >= 20)
        for expectation in expectations {
            #expect(report.diagnostics.contains(where: expectation.isMet), "missing: \(expectation)\n\(report.output)")
        }
        for diagnostic in report.diagnostics where diagnostic.severity == .error && !diagnostic.isInExpansion {
            #expect(expectations.contains { $0.isMet(by: diagnostic) }, "unexpected: \(diagnostic)")
        }
    }

    /// A line with the messages of one target alone.
    private func line(of text: String, in target: Target) -> String {
        text.components(separatedBy: "  // ")
            .filter { part in !Target.allCases.contains { $0 != target && part.hasPrefix("\($0.rawValue)-error:") } }
            .joined(separator: "  // ")
            .replacing("// \(target.rawValue)-error:", with: "// expect-error:")
    }
}
