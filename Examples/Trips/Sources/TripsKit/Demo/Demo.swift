import SwiftData

/// A walk through the framework on a store of its own, telling what it does.
///
/// Each step checks what it says, so that the demo fails when the framework does. The trips it adds stay in the
/// store: the next run finds them and, since it adds the same ones again, leaves as many as there were.
package struct Demo {
    package let store: TripStore
    package let zones: URL
    private let say: (String) -> Void
    private let year: Int

    /// Prepares a run on a store, with the time zone table in `zones`.
    package init(_ store: TripStore, zones: URL, now: Date = .now, say: @escaping (String) -> Void) {
        self.store = store
        self.zones = zones
        self.say = say
        year = Day.year(of: now)
    }

    /// The system's table of time zones.
    package static let systemZones = ZoneTable.system

    /// Runs all steps; throws what the store throws, or ``TripError/unexpected(_:)`` where a step's check fails.
    package func run() throws {
        say("Store: \(store)")
        let counts = try tour()
        // The tour's container and context are gone: what follows reads the store.
        let reopened = try TripBook(store)
        try check(reopened.counts() == counts, "the reopened store holds \(counts)")
        heading("Closed and opened again")
        say("    \(counts)")
        for trip in try reopened.trips(TripQuery(order: .start)) { say("    " + TripText.line(trip)) }
        if case .json(let file) = store { try show(file) }
    }

    private func tour() throws -> TripBook.Counts {
        let book = try TripBook(store, as: "demo")
        let before = try book.counts()
        heading(before == TripBook.Counts() ? "Opened a new store" : "Opened the store of an earlier run")
        say("    \(before)")
        try importPlaces(book)
        try addTrips(book)
        try list(book)
        try search(book)
        try edit(book)
        try upsert(book)
        try rollBack(book)
        try cascade(book)
        try history(book)
        return try book.counts()
    }

    /// The beginning of a file that people can read.
    private func show(_ file: URL) throws {
        heading("The file begins")
        printLines(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(30).map { String($0) })
    }

    func heading(_ text: String) {
        say("")
        say(text)
    }

    func printLines(_ lines: [String]) {
        for line in lines { say("    " + line) }
    }

    /// Throws ``TripError/unexpected(_:)`` unless the statement holds.
    func check(_ holds: Bool, _ statement: String) throws {
        guard holds else { throw TripError.unexpected("The demo expected that \(statement), which is not so.") }
    }

    /// A day in the year before, of, or after the run.
    func day(_ month: Int, _ day: Int, yearsAhead: Int) throws -> Date {
        guard let date = Day.date(year: year + yearsAhead, month: month, day: day) else {
            throw TripError.notADay("\(year + yearsAhead)-\(month)-\(day)")
        }
        return date
    }

    /// A moment that lies between the trips of last year and those of next year.
    func middle() throws -> Date {
        try day(7, 1, yearsAhead: 0)
    }
}
