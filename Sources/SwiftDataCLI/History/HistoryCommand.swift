import ArgumentParser
import Foundation

/// `openswiftdata history`
struct HistoryCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists the transactions of a store with their changes.",
        discussion: """
            The oldest transaction comes first. Which properties an update has changed is worked out from the model in \
            the file. A store of Apple's frameworks does not always say which relationship to many has changed: a number \
            of properties stands there, with the names of those that may be meant, the likely ones first.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Option(help: "Only transactions from this date on, such as 2026-11-21 or 2026-11-21T10:20:30Z.")
    var since: String?

    @Option(help: "Only transactions of this author.")
    var author: String?

    @Option(help: "Only changes of this entity and those below it.")
    var entity: String?

    @Option(help: "The maximum number of transactions; the last ones are listed.")
    var limit: Int?

    func validate() throws {
        if let since, ISODate.seconds(since) == nil {
            throw ValidationError("\(since) is not a date such as 2026-11-21.")
        }
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
                table.add(start + [change.kind.rawValue, row, Self.text(change)])
            }
        }
        return table
    }

    private static func text(_ change: HistoryListing.Change) -> String {
        var parts = change.properties + change.memberships.map { "member of \($0)" }
        if let unnamed = change.unnamed {
            let names = unnamed.candidates.joined(separator: ", ")
            parts.append("\(unnamed.count) " + (names.isEmpty ? "that the store does not name" : "of (\(names))"))
        }
        return parts.joined(separator: ", ")
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
                        "memberOf": .strings(change.memberships),
                        "unnamed": change.unnamed.map {
                            .members(["count": .count($0.count), "candidates": .strings($0.candidates)])
                        } ?? .null,
                    ])
                }
            ),
        ])
    }
}
