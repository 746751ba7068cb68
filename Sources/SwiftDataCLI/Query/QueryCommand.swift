import ArgumentParser
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// `openswiftdata query`
struct QueryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Prints rows of an entity, filtered and sorted.",
        discussion: """
            A filter compares properties with values:

              pages > 300 and not isRead
              title contains Dune or title begins with "The "
              title like "Dune%" and title not like "%_: 2"
              format in (hardcover, paperback)
              pages between 100 and 300
              published >= 2020-01-01 and published < 2021-01-01T12:00:00Z
              number = 8E2C3D5A-0B7F-4C11-9E55-0123456789AB
              weight is nil and (price < 10.50 or price is nil)

            Comparisons are = != < <= > >=, contains, begins with, ends with, finds (whatever the case and the \
            accents), like (% is any text, _ one character, whatever the case), in (…), between … and …, is nil, \
            is not nil, and not in, not between, not like; they are joined by and, or, not and parentheses. A Boolean is \
            a condition by itself. Texts with blanks or signs in them are quoted, with " or '. Dates are in UTC unless \
            they say otherwise.

            Paths lead into structs and along relationships. Through a relationship to many models, some model must \
            fit. A row is named by its key. The case of an enum is named, and its payload is a struct. An array is \
            asked for an element:

              shelf.place.town = Lund
              tags.word = sea and tags.count > 1
              shelf = p3 or tags contains p7 or row in (p1, p2)
              loan = lent and loan.lent.days > 7
              ratings contains 5 or shelf.place.notes contains dry

            A property that is nil is unequal to each value, and neither less nor greater.

            Orders and properties are lists of paths with commas in between, in an order with asc or desc:

              --sort "shelf.name, pages desc"
              --properties title,shelf.name,tags.word,tags.count

            Only the properties that are named are read. A value that cannot be read is an error of its row on the \
            standard error; the others are printed, and the exit code is 1. In a table, nothing is nil and "" an empty \
            text.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The entity. Rows of entities below it count.")
    var entity: String

    @Option(help: "The filter of the rows; see above.")
    var filter: String?

    @Option(help: "The order of the rows; by key if omitted.")
    var sort: String?

    @Option(help: "The maximum number of rows.")
    var limit: Int?

    @Option(help: "The number of rows to skip.")
    var offset: Int?

    @Option(help: "Only these properties or paths, with commas in between.")
    var properties: String?

    @Flag(help: "Print only the number of rows.")
    var count = false

    @Flag(help: "Print long values in full.")
    var full = false

    @Flag(help: "Print all columns, also where the terminal is too narrow for them.")
    var wide = false

    @Flag(help: "Print CSV, with nothing for nil and \"\" for an empty text.")
    var csv = false

    @OptionGroup var strictness: StrictArguments

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit must not be negative.") }
        if let offset, offset < 0 { throw ValidationError("The offset must not be negative.") }
        if csv, arguments.json { throw ValidationError("--csv and --json exclude each other.") }
        if csv, count { throw ValidationError("--count excludes --csv.") }
    }

    func execute(_ console: Console) throws {
        let store = try DynamicTool.open(arguments.store)
        defer { try? store.close() }
        let outline = try DynamicTool.entity(entity, of: store)
        let paths = FilterPaths(outline, in: store.outline) { name, key in
            try DynamicTool.identifier(name, key, in: store)
        }
        let condition = try filter.map { try FilterParser.query($0, paths) }
        let keys = try sort.map { try SortParser.keys($0, paths) } ?? []
        let shown = try properties.map { try ShownProperties($0, paths) }
        let report = UnreadableReport(console, isStrict: strictness.strict)
        let reading = RowReading(properties: shown?.names, report: report.note)
        if count {
            let number = try store.readableCount(of: outline.name, reading, where: condition)
            arguments.json ? console.print(.members(["count": .count(number)])) : console.print("\(number)")
            return try report.finish()
        }
        let rows = try store.readableRows(
            of: outline.name,
            reading,
            where: condition,
            sortedBy: keys,
            limit: limit,
            offset: offset
        )
        let listing = try shown.map {
            RowReport(rows, names: $0.columns.map(\.name), values: try $0.values(of: rows, in: store, report))
        }
        print(listing ?? RowReport(rows), console)
        try report.finish()
    }

    private func print(_ listing: RowReport, _ console: Console) {
        if arguments.json { return console.print(listing.json) }
        if csv { return listing.csv { console.output($0) } }
        if listing.isEmpty { return console.print("No rows.") }
        let (table, leftOut) = listing.table(isFull: full, width: wide ? nil : console.width)
        for line in table.lines { console.print(line) }
        if !leftOut.isEmpty {
            let names = leftOut.joined(separator: ", ")
            console.print("\nNot shown: \(names). --wide shows all, --properties chooses.")
        }
    }
}
