import ArgumentParser
import TripsKit

struct Changes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the changes since the last call.",
        discussion: "The first call lists the whole history."
    )

    @OptionGroup var store: StoreOption
    @Flag(help: "List the whole history again.")
    var all = false
    @Option(help: ArgumentHelp("Afterwards, delete the history before this day.", valueName: "day"))
    var forgetBefore: DayArgument?

    func run() throws {
        let book = try store.open()
        let changes = try book.changes(all: all)
        if changes.startsAnew {
            print(
                "A part of the changes since the last call was deleted from the history; these are the remaining ones."
            )
        }
        for event in changes.events { print(TripText.event(event)) }
        if changes.events.isEmpty { print("Nothing has happened.") }
        if let forgetBefore { try book.forgetHistory(before: forgetBefore.date) }
    }
}
