import ArgumentParser
import Foundation
import TripsKit

struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies all trips and places from one store to another.",
        discussion: """
            Stores are “default”, “json”, a path, or the URL of a PostgreSQL server; see --store of “trips help list”. What is in \
            the other store already stays, but for trips with the same name and days, which are replaced with all that \
            belongs to them, and places of the same zone, which are changed. It happens in one save. The history is not copied.
            """
    )

    @Option(help: ArgumentHelp("The source store.", valueName: "store"))
    var from: String
    @Option(help: ArgumentHelp("The destination store.", valueName: "store"))
    var to: String

    func validate() throws {
        if from.isEmpty || to.isEmpty { throw ValidationError("--from and --to need a store.") }
        let (source, target) = (TripStore(from), TripStore(to))
        try source.validate()
        try target.validate()
        if source == target || source.file.map({ $0 == target.file }) == true {
            throw ValidationError("--from and --to are the same store.")
        }
    }

    func run() throws {
        let target = TripStore(to)
        let book = try TripBook(target, as: NSUserName())
        let result = try book.copyAll(from: TripBook(TripStore(from)))
        print("Copied \(result).")
        print("\(target): \(try book.counts())")
    }
}
