import ArgumentParser
import SwiftDataCore
import SwiftDataSQLite

/// `openswiftdata sql`
struct SQLCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Runs a SELECT over a store, with the names of its entities and properties.",
        discussion: """
            Each entity is a table with its properties, the key of the row as row, and rows of entities below it; those \
            have their entity in a column entity. A relationship to one model is the key of its row. A many-to-many \
            relationship is a table Entity_relationship with owner and member. A struct has a column for each member, \
            as place_town. Dates are ISO 8601 text in UTC, UUIDs and JSON are text. Core Data's own tables, such as \
            ZBOOK, are there too. Without a statement, the tables are listed.

              openswiftdata sql STORE "select title, pages from Book where pages > 300"
              openswiftdata sql STORE "select shelf, count(*) from Book group by 1"

            Nothing but one statement that reads is run: none that writes, attaches a file or sets a pragma.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The statement.")
    var statement: String?

    @Flag(help: "Print CSV, with nothing for nil and \"\" for an empty text.")
    var csv = false

    @Flag(help: "Print long values in full.")
    var full = false

    func validate() throws {
        if csv, arguments.json { throw ValidationError("--csv and --json exclude each other.") }
    }

    func execute(_ console: Console) throws {
        let store = try OpenedStore(reading: arguments.store)
        let views = NamedViews(try store.description.requireLayout())
        guard let statement else {
            return print(
                views.views.map { [.string($0.name), .string($0.columns.joined(separator: ", "))] },
                ["Table", "Columns"],
                isFull: true,
                console
            )
        }
        let result: ReadOnlySQL
        do {
            result = try ReadOnlySQL(statement, views, store.connection)
        } catch let refusal as ReadOnlySQL.Refusal {
            throw ToolFailure("The statement is not understood: \(refusal.message).", isUsage: true)
        }
        let rows = result.rows.map { $0.map(Self.value) }
        print(rows, result.columns, isFull: full, console)
    }

    private func print(_ rows: [[DynamicValue]], _ columns: [String], isFull: Bool, _ console: Console) {
        if arguments.json {
            let objects = rows.map { row in
                JSONValue.object(
                    zip(columns, row).map { JSONValue.Member(key: $0, value: .literal($1.jsonText)) }
                )
            }
            return console.print(.array(objects))
        }
        if csv {
            console.output(CSV.line(columns))
            for row in rows { console.output(CSV.line(row.map { ShownValue.value($0).csv })) }
            return
        }
        if rows.isEmpty { return console.print("No rows.") }
        var table = TextTable(
            columns.indices.map { index in
                let isNumber = rows.allSatisfy { $0[index].isNumber || $0[index].isNull }
                return TextTable.Column(title: columns[index], isNumber: isNumber)
            }
        )
        for row in rows { table.add(row.map { ShownValue.value($0).text(isFull: isFull) }) }
        for line in table.lines { console.print(line) }
    }

    private static func value(_ stored: StoredValue) -> DynamicValue {
        switch stored {
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .data(let data): .data(data)
        default: .null
        }
    }
}

extension DynamicValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .double: true
        default: false
        }
    }
}
