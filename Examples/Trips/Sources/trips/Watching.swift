import ArgumentParser
import Foundation
import SwiftData
import TripsKit

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists trips, and lists them again after each change.",
        discussion: "It goes on until it is interrupted. Changes by other programs are noticed too."
    )

    @OptionGroup var store: StoreOption
    @Option(help: ArgumentHelp("The number of lists after which the command ends.", valueName: "number"))
    var times: Int?

    func validate() throws {
        if let times, times < 1 { throw ValidationError("--times must be 1 or more.") }
        if case .json = store.given {
            throw ValidationError(
                "A JSON store is not notified of changes by other programs; watch a database."
            )
        }
    }

    func run() async throws {
        var rest = times ?? .max
        for try await lines in try store.open().tripLines() {
            // Not by print, which keeps its output back while it goes to another program.
            let text = (lines.isEmpty ? ["No trips."] : lines) + [""]
            FileHandle.standardOutput.write(Data(text.map { $0 + "\n" }.joined().utf8))
            rest -= 1
            if rest == 0 { break }
        }
    }
}
