import ArgumentParser
import SwiftDataCore
import SwiftDataSQLite

/// `openswiftdata explain`
struct ExplainCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows the plan by which SQLite answers a SELECT over a store.",
        discussion: """
            The statement is one of `openswiftdata sql`, or one that a log of slow statements names, with question marks \
            for its values. SEARCH finds rows by an index or by their keys, SCAN looks at every row, and USE TEMP B-TREE \
            sorts or groups.

              openswiftdata explain STORE "SELECT t0.Z_PK FROM ZBOOK t0 WHERE t0.ZPAGES > ? ORDER BY t0.ZTITLE"

            The statement is not run.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The statement.")
    var statement: String

    func execute(_ console: Console) throws {
        let store = try OpenedStore(reading: arguments.store)
        let views = NamedViews(try store.description.requireLayout())
        let result: ReadOnlySQL
        do {
            result = try ReadOnlySQL("EXPLAIN QUERY PLAN " + statement, views, store.connection)
        } catch let refusal as ReadOnlySQL.Refusal {
            throw ToolFailure("The statement is not understood: \(refusal.message).", isUsage: true)
        }
        let steps = Self.steps(result.rows)
        if arguments.json {
            return console.print(
                .array(
                    steps.map { step in
                        .object([
                            JSONValue.Member(key: "depth", value: .literal("\(step.depth)")),
                            JSONValue.Member(key: "step", value: .literal(DynamicValue.string(step.text).jsonText)),
                        ])
                    }
                )
            )
        }
        for step in steps { console.print(String(repeating: "  ", count: step.depth) + step.text) }
    }

    /// The steps of a plan, whose rows have a number, that of the step above, and a text in the last column.
    private static func steps(_ rows: [[StoredValue]]) -> [(depth: Int, text: String)] {
        var depths: [Int64: Int] = [:]
        return rows.compactMap { row in
            guard row.count >= 4, case .integer(let number) = row[0], case .integer(let parent) = row[1],
                case .string(let text) = row[3]
            else { return nil }
            let depth = depths[parent].map { $0 + 1 } ?? 0
            depths[number] = depth
            return (depth, text)
        }
    }
}
