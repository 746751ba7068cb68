import ArgumentParser
import Foundation
import SyncServer

/// Users: adding, listing, removing.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds, lists and removes users.",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Adds a user, with a zone and a token where --zone is given. The token is printed once, and nowhere else."
        )
        @OptionGroup var store: StoreOption
        @Argument(help: "The name of the user.") var name: String
        @Option(help: "The name of a zone for the user.") var zone: String?

        func run() async throws {
            let store = try store.openOrMake()
            try await store.addUser(name)
            guard let zone else { return }
            try await store.addZone(zone, of: name)
            Output.line(try await store.addToken(of: name, label: "first token", expires: nil).text)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists users.")
        @OptionGroup var store: StoreOption

        func run() async throws { for name in try await store.open().users() { Output.line(name) } }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a user with the user's tokens.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The name of the user.") var name: String

        func run() async throws { try await store.open().removeUser(name) }
    }
}

/// Tokens: making, listing, revoking.
struct Tokens: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes, lists and revokes tokens.",
        subcommands: [Add.self, List.self, Revoke.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a token, and prints it once.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The name of the user.") var user: String
        @Option(help: "A label of the token, such as the name of a device.") var label = ""
        @Option(help: "The days after which the token expires (never).") var days: Int?

        func validate() throws {
            if let days, !(1...36_500).contains(days) { throw ValidationError("--days must be between 1 and 36500.") }
        }

        func run() async throws {
            let expires = days.map { Date().addingTimeInterval(Double($0) * 86_400) }
            Output.line(try await store.open().addToken(of: user, label: label, expires: expires).text)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists tokens by their public halves.")
        @OptionGroup var store: StoreOption
        @Option(help: "The name of a user (all).") var user: String?

        func run() async throws {
            for token in try await store.open().tokens(of: user) {
                let state = token.revoked.map { "revoked \(Output.day($0))" } ?? "expires \(Output.day(token.expires))"
                Output.line("\(token.identifier)  \(token.user)  \(state)  \(token.label)")
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revokes a token, by its public half.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The 16 digits after “osd_”.") var token: String

        func run() async throws { try await store.open().revokeToken(token) }
    }
}
