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
              format in (hardcover, paperback)
              published >= 2020-01-01 and published < 2021-01-01T12:00:00Z
              number = 8E2C3D5A-0B7F-4C11-9E55-0123456789AB
              weight is nil and (price < 10.50 or price is nil)

            Comparisons are = != < <= > >=, contains, begins with, ends with, finds (whatever the case and the \
            accents), in (…), not in (…), is nil, is not nil; they are joined by and, or, not and parentheses. Texts with \
            blanks or signs in them are quoted, with " or '. Dates are in UTC unless they say otherwise.

            Paths lead into structs and along relationships: shelf.place.town = Lund. Through a relationship to many \
            models, some model must fit: tags.word = sea; tags.count > 1. A row is named by its key: shelf = p3, \
            row in (p1, p2), tags contains p7. The case of an enum is named: loan = lent; its payload is a struct: \
            loan.lent.days > 7. An array is asked for an element: ratings contains 5.

            A property that is nil is unequal to each value, and neither less nor greater.

            An order is a list of properties, each with asc or desc: --sort "shelf.name, pages desc".
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The entity. Rows of entities below it count.")
    var entity: String

    @Option(help: "Which rows; see above.")
    var filter: String?

    @Option(help: "In which order; by key without it.")
    var sort: String?

    @Option(help: "At most so many rows.")
    var limit: Int?

    @Option(help: "Skip so many rows.")
    var offset: Int?

    @Option(help: "Only these properties, with commas in between.")
    var properties: String?

    @Flag(help: "Print only how many rows there are.")
    var count = false

    @Flag(help: "Print long values in full.")
    var full = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("The limit must not be negative.") }
        if let offset, offset < 0 { throw ValidationError("The offset must not be negative.") }
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
        if count {
            let number = try store.count(of: outline.name, where: condition)
            arguments.json ? console.print(.members(["count": .count(number)])) : console.print("\(number)")
            return
        }
        let rows = try store.rows(of: outline.name, where: condition, sortedBy: keys, limit: limit, offset: offset)
        let names = try shownProperties(outline)
        if arguments.json {
            console.print(.array(rows.map { RowReport.json($0, only: names) }))
        } else if rows.isEmpty {
            console.print("No rows.")
        } else {
            for line in RowReport.table(rows, only: names, isFull: full).lines { console.print(line) }
        }
    }

    private func shownProperties(_ outline: EntityOutline) throws -> [String]? {
        guard let properties else { return nil }
        return try properties.split(separator: ",").map { part in
            let name = part.split(separator: " ").joined()
            guard outline.properties.contains(where: { $0.name == name }) else {
                throw ToolFailure("\(outline.name) has no property \(name).")
            }
            return name
        }
    }
}
