import ArgumentParser
import Foundation

/// `openswiftdata history`
struct HistoryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists the transactions of a store and what each has changed.",
        discussion: """
            The oldest transaction comes first. Which properties an update has changed is worked out from the model in \
            the file.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Option(help: "Only transactions from this date on, such as 2026-11-21 or 2026-11-21T10:20:30Z.")
    var since: String?

    @Option(help: "Only transactions of this author.")
    var author: String?

    @Option(help: "Only changes of this entity and those below it.")
    var entity: String?

    @Option(help: "Only so many of the last transactions.")
    var limit: Int?

    func validate() throws {
        if let since, ISODate.seconds(since) == nil { throw ValidationError("\(since) is no date such as 2026-11-21.") }
        if let limit, limit < 0 { throw ValidationError("The limit must not be negative.") }
    }

    func execute(_ console: Console) throws {
        let store = try OpenedStore(reading: arguments.store)
        var filter = HistoryListing.Filter()
        filter.since = since.flatMap(ISODate.seconds).map { Date(timeIntervalSinceReferenceDate: $0) }
        filter.author = author
        filter.entity = entity
        filter.limit = limit
        let listing = try HistoryListing(store, filter)
        if arguments.json {
            console.print(.array(listing.transactions.map { Self.json($0, store.identifier) }))
        } else if listing.transactions.isEmpty {
            console.print("No transactions.")
        } else {
            for line in Self.table(listing).lines { console.print(line) }
        }
    }

    private static func table(_ listing: HistoryListing) -> TextTable {
        var table = TextTable(
            .number("No"),
            .text("Date"),
            .text("Author"),
            .text("Process"),
            .text("Change"),
            .text("Row"),
            .text("Properties")
        )
        for transaction in listing.transactions {
            let head = [
                "\(transaction.number)", transaction.date.map(ISODate.text) ?? "", transaction.author ?? "",
                transaction.process,
            ]
            if transaction.changes.isEmpty { table.add(head) }
            for (position, change) in transaction.changes.enumerated() {
                let start = position == 0 ? head : ["", "", "", ""]
                let row = "\(change.entity)/p\(change.key)"
                table.add(start + [change.kind.rawValue, row, change.properties.joined(separator: ", ")])
            }
        }
        return table
    }

    private static func json(_ transaction: HistoryListing.Transaction, _ store: String) -> JSONValue {
        .members([
            "transaction": .integer(transaction.number),
            "date": .text(transaction.date.map(ISODate.text)),
            "author": .text(transaction.author),
            "bundle": .string(transaction.bundle),
            "process": .string(transaction.process),
            "changes": .array(
                transaction.changes.map { change in
                    .members([
                        "change": .string(change.kind.rawValue),
                        "entity": .string(change.entity),
                        "key": .integer(change.key),
                        "identifier": .string("x-coredata://\(store)/\(change.entity)/p\(change.key)"),
                        "properties": .strings(change.properties),
                    ])
                }
            ),
        ])
    }
}
