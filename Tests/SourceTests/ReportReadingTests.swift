import Testing

/// The base of the other tests: messages are found, and met only on their lines.
@Suite struct ReportReadingTests {
    @Test func aMessageIsFoundWithItsLine() {
        let output = """
            /p/A.swift:3:8: error: @Model can only be applied to a class (from macro 'Model')
            struct S {}
            ^~~~~~
            /p/A.swift:3:8: note: replace with 'class'
            /p/A.swift:9:1: warning: 'x' is deprecated
            """
        let expected = [
            Diagnostic(
                severity: .error,
                message: "@Model can only be applied to a class (from macro 'Model')",
                line: 3,
                isInExpansion: false
            ),
            Diagnostic(severity: .warning, message: "'x' is deprecated", line: 9, isInExpansion: false),
        ]
        #expect(Diagnostic.all(in: output, about: "/p/A.swift") == expected)
    }

    @Test func aMessageInGeneratedCodeLeadsToItsDeclaration() {
        let output = """
            /tmp/@__swiftmacro_A.swift:8:1: error: first
            /p/A.swift:4:1: note: in expansion of macro 'Model' on class 'A' here
            /tmp/@__swiftmacro_B.swift:8:1: error: second
            /tmp/@__swiftmacro_C.swift:1:1: note: in expansion of macro '_PersistedProperty' on property 'b' here
            """
        let found = Diagnostic.all(in: output, about: "/p/A.swift")
        #expect(found.map(\.line) == [4, nil])
        #expect(found.map(\.property) == [nil, "b"])
        #expect(found.map(\.isInExpansion) == [true, true])
    }

    @Test func aFailureWithoutAPlaceIsAnError() {
        let output = "<unknown>:0: error: missing required module 'X'\nerror: fatalError"
        #expect(Diagnostic.all(in: output, about: "/p/A.swift").map(\.severity) == [.error, .error])
    }

    @Test func anExpectationIsMetOnItsLineOnly() {
        let source = "\n    var a: X  // expect-error: one // expect-warning: two"
        let expectations = Expectation.all(in: source)
        #expect(expectations.map(\.description) == ["2: error: one", "2: warning: two"])
        func meets(_ severity: Diagnostic.Severity, _ message: String, line: Int?, property: String? = nil) -> Bool {
            let diagnostic = Diagnostic(
                severity: severity,
                message: message,
                line: line,
                property: property,
                isInExpansion: line == nil
            )
            return expectations.contains { $0.isMet(by: diagnostic) }
        }
        #expect(meets(.error, "there is one error", line: 2))
        #expect(meets(.error, "one", line: nil, property: "a"))
        #expect(!meets(.error, "one", line: 3))
        #expect(!meets(.error, "two", line: 2))
        #expect(!meets(.error, "one", line: nil, property: "b"))
        #expect(!meets(.error, "one", line: nil))
    }

    @Test func everyFolderHasPrograms() {
        for folder in ["Accepted", "AcceptedSwift5", "Mistakes", "Refused"] {
            #expect(!SourceProgram.all(in: folder).isEmpty, "\(folder)")
        }
    }
}
