/// The findings of a check and the work of a repair, as text and as JSON.
struct CheckReport {
    let check: StoreCheck
    let repair: StoreRepair?
    let output: String?

    /// True if anything is wrong with the store, or with the repaired copy if there is one.
    var hasProblems: Bool {
        repair.map { !$0.lost.isEmpty || $0.remaining.contains { $0.severity == .problem } } ?? check.hasProblems
    }

    // MARK: Text

    var lines: [String] {
        var lines = Self.list(check.findings, ifNone: "No problems were found.")
        guard let repair, let output else {
            let count = check.findings.filter { $0.repair != nil }.count
            if check.isDamaged {
                lines += ["", "Pages of the file are damaged: --repair OUTPUT makes a new file of what can be read."]
            } else if count > 0 {
                lines += ["", "--repair OUTPUT can repair \(count) of these in a copy."]
            }
            return lines
        }
        lines += ["", "The copy \(TextTable.printable(output)):"]
        lines += repair.done.isEmpty ? ["- Nothing could be repaired."] : repair.done.map { "- \($0)" }
        if !repair.lost.isEmpty {
            lines += ["", "Lost:"] + repair.lost.map { "- \(TextTable.printable($0))" }
        }
        lines += ["", "Remaining problems:"] + Self.list(repair.remaining, ifNone: "No problems were found.")
        return lines
    }

    static func list(_ findings: [Finding], ifNone none: String) -> [String] {
        var lines = findings.map { finding in
            let place = [finding.entity, finding.property].compactMap { $0 }.joined(separator: ".")
            var line = "\(finding.severity.rawValue) (\(finding.check.rawValue)): "
            if !place.isEmpty { line += "\(place): " }
            line += finding.message
            if finding.count > 0 { line += " \(finding.count) found" }
            if !finding.keys.isEmpty {
                let more = Int64(finding.keys.count) < finding.count ? ", …" : ""
                line += ", keys " + finding.keys.map(String.init).joined(separator: ", ") + more
            }
            return TextTable.printable(line + (finding.count > 0 ? "." : ""))
        }
        if !findings.contains(where: { $0.severity == .problem }) { lines.append(none) }
        return lines
    }

    // MARK: JSON

    func json(store: String) -> JSONValue {
        .members([
            "store": .string(store),
            "hasProblems": .boolean(check.hasProblems),
            "findings": .array(check.findings.map(Self.json)),
            "repair": repair.map { repair in
                .members([
                    "output": .text(output),
                    "done": .strings(repair.done),
                    "lost": .strings(repair.lost),
                    "remaining": .array(repair.remaining.map(Self.json)),
                ])
            } ?? .null,
        ])
    }

    static func json(_ finding: Finding) -> JSONValue {
        .members([
            "check": .string(finding.check.rawValue),
            "severity": .string(finding.severity.rawValue),
            "entity": .text(finding.entity),
            "property": .text(finding.property),
            "message": .string(finding.message),
            "count": .integer(finding.count),
            "keys": .array(finding.keys.map { .integer($0) }),
            "canBeRepaired": .boolean(finding.repair != nil),
        ])
    }
}
