import Foundation
import TestSupport
import Testing

/// The work of the type checker for predicates of many conditions.
///
/// The limit is in scopes of the constraint solver, which do not depend on the clock. The times are printed.
@Suite(.enabled(if: Compiler.current != nil, "needs swiftc on the PATH and the modules beside the test bundle"))
struct PredicateTypeCheckingTests {
    @Test func twentyConditionsOverOptionalPathsAreLittleWorkForTheTypeChecker() async throws {
        let text = try PluginDeclarations.text() + models(macro: "@Model ") + predicate(conditions: 20)
        let time = try await time(text, scopes: 1_000)
        // On the same text Foundation's macro fails after minutes: three of the conditions are what it can do at once.
        let foundation = models(macro: "")
        let theirs = try await self.time(foundation + predicate(conditions: 3), scopes: nil)
        let ours = try await self.time(
            try PluginDeclarations.text() + models(macro: "@Model ") + predicate(conditions: 3),
            scopes: 1_000
        )
        print(
            """
            • type checking #Predicate: 20 conditions \(time) with the plugin's macro; \
            3 conditions \(ours) with the plugin's macro, \(theirs) with Foundation's.
            """
        )
    }

    @Test func eightyConditionsAreNoProblemEither() async throws {
        let time = try await time(
            try PluginDeclarations.text() + models(macro: "@Model ") + predicate(conditions: 80),
            scopes: 1_000
        )
        print("• type checking #Predicate: 80 conditions \(time) with the plugin's macro.")
    }

    @Test func theFormsOfFoundationsMacrosAreDeclared() async throws {
        let forms = """
            struct Plain { var number = 1 }
            func one() -> Predicate<Trip> { #Predicate { $0.place?.name == "Inn" && $0.days > 3 } }
            #if compiler(>=6.3)
                func two() -> Predicate<Trip, Place> { #Foundation::Predicate { $0.days == $1.rank } }
                func named() -> Predicate<Trip, Place> {
                    #Foundation::Predicate<Trip, Place> { trip, place in trip.days == place.rank }
                }
                func both() -> Expression<Trip, Place, Int> { #Foundation::Expression { $0.days + $1.rank } }
            #endif
            func plain() -> Predicate<Plain> { #Predicate { $0.number == 1 } }
            func value() -> Expression<Trip, Int> { #Expression { $0.days + 1 } }
            func search(text: String) -> Predicate<Trip> { #Predicate { $0.name.localizedStandardContains(text) } }

            """
        _ = try await time(try PluginDeclarations.text() + models(macro: "@Model ") + forms, scopes: 1_000)
    }

    private func models(macro: String) -> String {
        """
        import Foundation
        \(macro)final class Trip {
            var name = ""
            var note: String?
            var startDate = Date()
            var endDate: Date?
            var days = 0
            var count: Int?
            var isOpen = false
            var place: Place?
            init() {}
        }
        \(macro)final class Place {
            var name = ""
            var rank = 0
            var city: City?
            init() {}
        }
        \(macro)final class City {
            var name = ""
            var inhabitants: Int?
            init() {}
        }

        """
    }

    private func predicate(conditions count: Int) -> String {
        let conditions = [
            #"trip.name == "Rome""#, "trip.place?.name == text", "trip.note != nil", "trip.endDate == nil",
            "trip.place?.city?.name == text", "trip.days > 3", "trip.startDate < now", "trip.count == 4",
            "trip.place?.city?.inhabitants != nil", "trip.isOpen", "trip.place?.rank == 2", #"trip.note == "x""#,
            "!trip.isOpen", "trip.days <= 10", #"trip.name.contains("a")"#, "trip.endDate != nil",
            #"trip.place?.name != "Inn""#, "trip.count != nil", "trip.startDate >= now",
            "trip.place?.city?.inhabitants == 3",
        ]
        let text = (0..<count).map { conditions[$0 % conditions.count] }.joined(separator: "\n        && ")
        return """
            func predicate(text: String, now: Date) -> Predicate<Trip> {
                #Predicate<Trip> { trip in
                    \(text)
                }
            }

            """
    }

    /// The sum of what the compiler reports of the expressions that take it a millisecond or more.
    private func time(_ text: String, scopes: Int?) async throws -> Duration {
        let compiler = try #require(Compiler.current)
        let folder = try TemporaryFolder()
        let file = folder.file("Program.swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        var flags = ["-Xfrontend", "-warn-long-expression-type-checking=1"]
        if let scopes { flags += ["-Xfrontend", "-solver-scope-threshold=\(scopes)"] }
        let flagged = text + "// compile-with: \(flags.joined(separator: " "))\n"
        let report = try await compiler.compile(SourceProgram(url: file, source: flagged), languageMode: "6")
        #expect(report.status == 0, "\(report.output)")
        let times = report.output.matches(of: /warning: expression took (\d+)ms to type-check/)
        return .milliseconds(times.compactMap { Int($0.1) }.reduce(0, +))
    }
}
