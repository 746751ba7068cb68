import Testing

/// Programs in the folders beside this file, compiled as a user's would be.
@Suite(.enabled(if: Compiler.current != nil, "needs swiftc on the PATH and the modules beside the test bundle"))
struct CompatibilityTests {
    @Test(arguments: SourceProgram.all(in: "Accepted"))
    func aProgramInTheSwift6ModeIsAccepted(_ program: SourceProgram) async throws {
        try await accept(program, languageMode: "6")
    }

    @Test(arguments: SourceProgram.all(in: "AcceptedSwift5"))
    func aProgramInTheSwift5ModeIsAccepted(_ program: SourceProgram) async throws {
        try await accept(program, languageMode: "5")
    }

    @Test(arguments: SourceProgram.all(in: "Accepted").filter { $0.testDescription.hasPrefix("Quer") })
    func aQueryIsAcceptedInTheSwift5ModeToo(_ program: SourceProgram) async throws {
        try await accept(program, languageMode: "5")
    }

    @Test(arguments: SourceProgram.all(in: "Refused"))
    func aProgramIsRefusedWithTheMessagesItNames(_ program: SourceProgram) async throws {
        let compiler = try #require(Compiler.current)
        let report = try await compiler.compile(program, languageMode: "6")
        #expect(report.status != 0)
        #expect(!program.expectations.isEmpty)
        expect(program.expectations, from: report)
        // An error in generated code follows from one of the expected ones.
        for diagnostic in report.diagnostics where diagnostic.severity == .error && !diagnostic.isInExpansion {
            #expect(program.expectations.contains { $0.line == diagnostic.line }, "unexpected: \(diagnostic)")
        }
    }

    @Test func aPropertyThatCannotBeStoredIsExplainedOnce() async throws {
        let compiler = try #require(Compiler.current)
        let program = try #require(SourceProgram.all(in: "Refused").first { $0.testDescription == "Unstorable" })
        let report = try await compiler.compile(program, languageMode: "6")
        let properties = report.diagnostics.filter { $0.severity == .error }.compactMap(\.property)
        #expect(properties.sorted() == program.expectations.compactMap(\.property).sorted())
    }

    /// No error, and no warning but those that the program names.
    private func accept(_ program: SourceProgram, languageMode: String) async throws {
        let compiler = try #require(Compiler.current)
        let report = try await compiler.compile(program, languageMode: languageMode)
        #expect(report.status == 0, "\(report.output)")
        expect(program.expectations, from: report)
        for diagnostic in report.diagnostics {
            #expect(program.expectations.contains { $0.isMet(by: diagnostic) }, "unexpected: \(diagnostic)")
        }
    }

    private func expect(_ expectations: [Expectation], from report: CompilerReport) {
        for expectation in expectations {
            #expect(report.diagnostics.contains(where: expectation.isMet), "missing: \(expectation)\n\(report.output)")
        }
    }
}
