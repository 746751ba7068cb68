import ArgumentParser
import Foundation
import TripsKit

struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies all trips and places from one store to another.",
        discussion: "Stores are “default”, “json”, or a path. Trips with the same name and days are replaced."
    )

    @Option(help: ArgumentHelp("Where the trips are.", valueName: "store"))
    var from: String
    @Option(help: ArgumentHelp("Where they shall be too.", valueName: "store"))
    var to: String

    func validate() throws {
        if from.isEmpty || to.isEmpty { throw ValidationError("--from and --to need a store.") }
        if TripStore(from).file == TripStore(to).file { throw ValidationError("--from and --to are the same store.") }
    }

    func run() throws {
        let book = try TripBook(TripStore(to), as: NSUserName())
        try book.copyAll(from: TripBook(TripStore(from)))
        print("\(to): \(try book.counts())")
    }
}
