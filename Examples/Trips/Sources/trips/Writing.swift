import ArgumentParser
import TripsKit

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds a trip.",
        discussion: "A trip with the same name and days gets the destination instead."
    )

    @OptionGroup var store: StoreOption
    @Argument(help: "The name of the trip.")
    var name: String
    @Option(help: "The destination of the trip.")
    var destination: String
    @Option(help: ArgumentHelp("The first day of the trip.", valueName: "day"))
    var from: DayArgument
    @Option(help: ArgumentHelp("The last day of the trip.", valueName: "day"))
    var to: DayArgument

    func run() throws {
        let book = try store.open()
        let trip = try book.add(name: name, destination: destination, startDate: from.date, endDate: to.date)
        print(TripText.line(trip))
    }
}

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Changes a trip.")

    @OptionGroup var store: StoreOption
    @OptionGroup var trip: TripArgument
    @Option(help: ArgumentHelp("The new name.", valueName: "name"))
    var rename: String?
    @Option(help: "The new destination.")
    var destination: String?
    @Option(help: ArgumentHelp("The new first day.", valueName: "day"))
    var from: DayArgument?
    @Option(help: ArgumentHelp("The new last day.", valueName: "day"))
    var to: DayArgument?
    @Option(help: "The name of the accommodation; an empty text removes it.")
    var stay: String?
    @Option(help: "The address of the accommodation.")
    var address: String?
    @Option(help: "Notes on the trip; an empty text removes them.")
    var notes: String?

    func run() throws {
        let book = try store.open()
        let trip = try trip.find(in: book)
        let edit = TripBook.Edit(
            name: rename,
            destination: destination,
            startDate: from?.date,
            endDate: to?.date,
            stay: stay,
            address: address,
            notes: notes
        )
        try book.edit(trip, edit)
        for line in TripText.details(trip) { print(line) }
    }
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deletes a trip, with its bucket list and its accommodation."
    )

    @OptionGroup var store: StoreOption
    @OptionGroup var trip: TripArgument

    func run() throws {
        let book = try store.open()
        let trip = try trip.find(in: book)
        let line = TripText.line(trip)
        try book.delete(trip)
        print("Deleted: \(line)")
    }
}

struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Puts an item on a trip's bucket list, or changes one that is there."
    )

    @OptionGroup var store: StoreOption
    @OptionGroup var trip: TripArgument
    @Argument(help: "The title of the item.")
    var item: String
    @Option(help: "The details of the item.")
    var details: String?
    @Flag(inversion: .prefixedNo, help: "Mark the item as done or as not done.")
    var done: Bool?
    @Flag(help: "Remove the item from the list.")
    var remove = false

    func validate() throws {
        if remove && (details != nil || done != nil) {
            throw ValidationError("--remove goes with neither --details nor --done.")
        }
    }

    func run() throws {
        let book = try store.open()
        let trip = try trip.find(in: book)
        if remove {
            try book.unplan(item, on: trip)
        } else {
            try book.plan(item, on: trip, details: details, isDone: done)
        }
        for line in TripText.details(trip) { print(line) }
    }
}
