import ArgumentParser
import SwiftDataSQLite

/// `openswiftdata diff`
struct DiffCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares the schemas of two stores, or with --contents their rows.",
        discussion: """
            Rows are matched by key, or with --by by a property that tells them apart; entities that do not have it are \
            matched by key. Of entities that differ in their properties, those that both have are compared. The order \
            of to-many relationships does not count.

            Exit code: 0 where there is no difference, 1 where there is one.
            """
    )

    @Argument(help: "The one store. Both are opened for reading only.")
    var old: String

    @Argument(help: "The other store.")
    var new: String

    @Flag(help: "Compare the rows.")
    var contents = false

    @Option(help: ArgumentHelp("Match rows by this property.", valueName: "property"))
    var by: String?

    @Flag(help: "Print JSON for programs.")
    var json = false

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
        if by != nil, !contents { throw ValidationError("--by is for --contents.") }
    }

    func execute(_ console: Console) throws {
        let (first, second) = (try DynamicTool.open(old), try DynamicTool.open(new))
        defer {
            try? first.close()
            try? second.close()
        }
        if contents {
            try compareContents(first, second, console)
        } else {
            try compareSchemas(first, second, console)
        }
    }

    private func compareSchemas(_ first: DynamicStore, _ second: DynamicStore, _ console: Console) throws {
        let differences = SchemaDifference.all(from: first.outline, to: second.outline)
        if json {
            console.print(.members(["differences": .array(differences.map(Self.json))]))
        } else {
            for line in differences.map(Self.line) { console.print(TextTable.printable(line)) }
            if differences.isEmpty { console.print("The schemas are equal.") }
        }
        if !differences.isEmpty { throw ExitCode.failure }
    }

    private static func line(_ difference: SchemaDifference) -> String {
        let name = [difference.entity, difference.property].compactMap { $0 }.joined(separator: ".")
        switch difference.kind {
        case .added: return "+ \(name)" + (difference.after.map { ": \($0)" } ?? "")
        case .removed: return "- \(name)" + (difference.before.map { ": \($0)" } ?? "")
        case .changed: return "~ \(name): \(difference.before ?? "") -> \(difference.after ?? "")"
        }
    }

    private static func json(_ difference: SchemaDifference) -> JSONValue {
        .members([
            "kind": .string(difference.kind.rawValue), "entity": .string(difference.entity),
            "property": .text(difference.property), "before": .text(difference.before),
            "after": .text(difference.after),
        ])
    }

    private func compareContents(_ first: DynamicStore, _ second: DynamicStore, _ console: Console) throws {
        let bar = progress.bar("Comparing", console)
        let differences: [ContentDifference]
        do {
            defer { bar.finish() }
            differences = try ContentComparison(first, second, by: by).differences { bar.show($0, $1) }
        }
        if json {
            console.print(.members(["differences": .array(differences.map(Self.json))]))
        } else {
            for line in differences.flatMap(Self.lines) { console.print(TextTable.printable(line)) }
            if differences.isEmpty { console.print("The contents are equal.") }
        }
        if !differences.isEmpty { throw ExitCode.failure }
    }

    private static func lines(_ difference: ContentDifference) -> [String] {
        let name = "\(difference.entity)/\(difference.row)"
        switch difference.kind {
        case .added: return ["+ \(name)"]
        case .removed: return ["- \(name)"]
        case .changed:
            return ["~ \(name)"]
                + difference.changes.map { "    \($0.property): \(short($0.before)) -> \(short($0.after))" }
        }
    }

    private static func short(_ value: JSONValue) -> String {
        let text = value.text(isPretty: false)
        return text.count > 60 ? text.prefix(59) + "…" : text
    }

    private static func json(_ difference: ContentDifference) -> JSONValue {
        .members([
            "kind": .string(difference.kind.rawValue), "entity": .string(difference.entity),
            "row": .string(difference.row),
            "changes": .array(
                difference.changes.map { change in
                    .members(["property": .string(change.property), "before": change.before, "after": change.after])
                }
            ),
        ])
    }
}
