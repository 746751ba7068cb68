/// A message that a program says the compiler gives for one of its lines: `// expect-error: part of the message`.
struct Expectation: Equatable, CustomStringConvertible {
    let severity: Diagnostic.Severity
    let message: String
    let line: Int
    /// The property that the line declares.
    let property: String?

    var description: String { "\(line): \(severity.rawValue): \(message)" }

    func isMet(by diagnostic: Diagnostic) -> Bool {
        let isHere = diagnostic.line.map { $0 == line } ?? (property != nil && diagnostic.property == property)
        return isHere && diagnostic.severity == severity && diagnostic.message.contains(message)
    }

    static func all(in source: String) -> [Expectation] {
        source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            line.matches(of: /\/\/ expect-(?<kind>error|warning): (?<text>.+?)(?=\s*\/\/ expect-|$)/).compactMap {
                match in
                Diagnostic.Severity(rawValue: String(match.kind)).map { severity in
                    Expectation(
                        severity: severity,
                        message: String(match.text),
                        line: index + 1,
                        property: line.firstMatch(of: /\b(?:var|let) (\w+)/).map { String($0.1) }
                    )
                }
            }
        }
    }
}
