import ArgumentParser

/// The program: keeps trips in a SwiftData store.
@main
struct Trips: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Keeps trips, what to do on them, and where to stay.",
        discussion: "Days are written year-month-day, such as 2027-05-01.",
        subcommands: [
            List.self, Show.self, Watch.self, Changes.self, Add.self, Edit.self, Delete.self, Plan.self, Import.self,
            Places.self, Copy.self, Sync.self,
            RunDemo.self,
        ],
        defaultSubcommand: List.self
    )
}
