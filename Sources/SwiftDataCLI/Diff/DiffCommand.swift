import ArgumentParser
import Foundation
import SwiftDataModelSource
import SwiftDataSQL
import SwiftDataSQLite

/// `openswiftdata diff`
struct DiffCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares the schemas of two stores or models, or with --contents the rows of two stores.",
        discussion: """
            A model is a .xcdatamodeld, a .xcdatamodel, a .momd or a .mom.

            Rows are matched by key, or with --by by properties that tell them apart. --by may be given several times: \
            of each entity the first key counts whose properties it has, and entities that have none are matched by \
            key. Of entities that differ in their properties, those that both have are compared. The order of to-many \
            relationships does not count.

              openswiftdata diff STORE OTHER
              openswiftdata diff STORE OTHER --contents --by word --by Book.title,pages

            What cannot be read is an error on the standard error, and not compared; --strict stops at it.

            Exit code: 0 where there is no difference, 1 where there is one or where something could not be read.
            """
    )

    @Argument(help: "The first store or model. Both are opened for reading only.", completion: .file())
    var old: String

    @Argument(help: "The second store or model.", completion: .file())
    var new: String

    @Flag(help: "Compare the rows.")
    var contents = false

    @Option(help: ArgumentHelp("Match rows by these properties, as in name or Book.title,pages.", valueName: "key"))
    var by: [String] = []

    @Flag(help: "Print JSON for programs.")
    var json = false

    @OptionGroup var strictness: StrictArguments

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
        if !by.isEmpty, !contents { throw ValidationError("--by needs --contents.") }
        if contents, let model = [old, new].first(where: Self.isModel) {
            throw ValidationError("\(model) is a model, which has no contents.")
        }
    }

    private static func isModel(_ path: String) -> Bool {
        ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    func execute(_ console: Console) throws {
        guard contents else { return try compareSchemas(console) }
        let (first, second) = (try DynamicTool.open(old), try DynamicTool.open(new))
        defer {
            try? first.close()
            try? second.close()
        }
        try compareContents(first, second, console)
    }

    private static func model(_ path: String) throws -> ModelOutline {
        guard isModel(path) else {
            let store = try DynamicTool.open(path)
            defer { try? store.close() }
            return store.outline
        }
        guard let model = try ModelSource.read(URL(fileURLWithPath: path)).current?.model else {
            throw ToolFailure("The model \(path) has no versions.")
        }
        return model
    }

    private func compareSchemas(_ console: Console) throws {
        let differences = SchemaDifference.all(from: try Self.model(old), to: try Self.model(new))
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
        let keys = try RowKeys(by)
        try keys.check([first.outline, second.outline])
        let bar = progress.bar("Comparing", console)
        let unreadable = UnreadableReport(console, isStrict: strictness.strict) { bar.finish() }
        let differences: [ContentDifference]
        do {
            defer { bar.finish() }
            let comparison = try ContentComparison(first, second, by: keys, unreadable)
            differences = try comparison.differences { bar.show($0, $1) }
        }
        if json {
            console.print(.members(["differences": .array(differences.map(Self.json))]))
        } else {
            for line in differences.flatMap(Self.lines) { console.print(TextTable.printable(line)) }
            if differences.isEmpty, !unreadable.hasAny { console.print("The contents are equal.") }
        }
        try unreadable.finish()
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
