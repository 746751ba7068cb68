import ArgumentParser
import TripsKit

struct Changes: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what has happened since you last asked.",
        discussion: "The first time, it tells all that the history knows."
    )

    @OptionGroup var store: StoreOption
    @Flag(help: "Begin with the history, whatever was told before.")
    var all = false
    @Option(help: ArgumentHelp("Afterwards, forget what happened before this day.", valueName: "day"))
    var forgetBefore: DayArgument?

    func run() throws {
        let book = try store.open()
        let changes = try book.changes(all: all)
        if changes.startsAnew {
            print("What came after your last look has been forgotten; this is what is still known.")
        }
        for event in changes.events { print(TripText.event(event)) }
        if changes.events.isEmpty { print("Nothing has happened.") }
        if let forgetBefore { try book.forgetHistory(before: forgetBefore.date) }
    }
}
