import Foundation

/// An error or a warning of the compiler.
struct Diagnostic: Equatable, CustomStringConvertible {
    enum Severity: String, Equatable { case error, warning }

    let severity: Severity
    let message: String
    /// The line of the program, or nil where the compiler names none: a declaration's expansion within an expansion.
    var line: Int?
    /// The property whose expansion is meant.
    var property: String?
    /// True if the compiler found it in code that a macro wrote.
    let isInExpansion: Bool

    var description: String { "\(line.map(String.init) ?? property ?? "?"): \(severity.rawValue): \(message)" }
}

/// The messages of the compiler about a program.
struct CompilerReport {
    let status: Int32
    let output: String
    let diagnostics: [Diagnostic]
}

extension Diagnostic {
    /// The diagnostics in what the compiler printed about a file.
    ///
    /// One in generated code is followed by notes that lead to the declaration that the macro was attached to.
    static func all(in output: String, about file: String) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for text in output.split(separator: "\n") {
            guard
                let match = text.wholeMatch(
                    of: /(?<file>.+):(?<line>\d+):\d+: (?<kind>error|warning|note): (?<text>.+)/
                )
            else {
                if let match = text.wholeMatch(of: /(?:<unknown>:0|error|warning): (?<text>.+)/) {
                    diagnostics.append(Diagnostic(severity: .error, message: String(match.text), isInExpansion: false))
                }
                continue
            }
            let line = match.file == file ? Int(match.line) : nil
            if let severity = Severity(rawValue: String(match.kind)) {
                diagnostics.append(
                    Diagnostic(
                        severity: severity,
                        message: String(match.text),
                        line: line,
                        isInExpansion: line == nil
                    )
                )
            } else if let last = diagnostics.indices.last, diagnostics[last].line == nil,
                match.text.hasPrefix("in expansion of macro")
            {
                diagnostics[last].line = line
                diagnostics[last].property = match.text.firstMatch(of: /on property '(.+?)'/).map { String($0.1) }
            }
        }
        return diagnostics
    }
}
