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
    @Option(help: "Where it goes.")
    var destination: String
    @Option(help: ArgumentHelp("The first day.", valueName: "day"))
    var from: DayArgument
    @Option(help: ArgumentHelp("The last day.", valueName: "day"))
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
    @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
    var rename: String?
    @Option(help: "Its new destination.")
    var destination: String?
    @Option(help: ArgumentHelp("Its new first day.", valueName: "day"))
    var from: DayArgument?
    @Option(help: ArgumentHelp("Its new last day.", valueName: "day"))
    var to: DayArgument?
    @Option(help: "Where to stay; an empty text removes the accommodation.")
    var stay: String?
    @Option(help: "The address of the accommodation.")
    var address: String?
    @Option(help: "What you want to remember; an empty text removes it.")
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
    @Option(help: "More about the item.")
    var details: String?
    @Flag(inversion: .prefixedNo, help: "Whether the item is done.")
    var done: Bool?
    @Flag(help: "Take the item off the list.")
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
