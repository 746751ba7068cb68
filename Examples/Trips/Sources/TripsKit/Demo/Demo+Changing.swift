import SwiftData

extension Demo {
    func edit(_ book: TripBook) throws {
        heading("Changed a trip and ticked off an item")
        let trip = try book.trip(named: "Penguins", startingOn: day(11, 20, yearsAhead: 1))
        try book.edit(trip, TripBook.Edit(destination: "Falkland Islands", stay: "A farm on Saunders Island"))
        try book.plan("Volunteer Point", on: trip, details: "by boat", isDone: true)
        printLines(TripText.details(trip))
    }

    func upsert(_ book: TripBook) throws {
        heading("Inserted a trip with the name and the days of one that is there")
        let before = try book.counts()
        let first = try day(2, 5, yearsAhead: 1)
        let last = try day(2, 11, yearsAhead: 1)
        book.context.insert(Trip(name: "Carnival", destination: "Rio de Janeiro", startDate: first, endDate: last))
        try book.context.save()
        let after = try book.counts()
        let trip = try book.trip(named: "Carnival", startingOn: first)
        printLines(["still \(after.trips) trips; its destination is \(trip.destination) now"])
        try check(after.trips == before.trips, "no trip was added")
        try check(trip.destination == "Rio de Janeiro", "the later values won")
    }

    func rollBack(_ book: TripBook) throws {
        heading("Changed a name and rolled back")
        let trip = try book.trip(named: "Midsummer", startingOn: day(6, 18, yearsAhead: -1))
        trip.name = "Midwinter"
        let hadChanges = book.context.hasChanges
        book.context.rollback()
        printLines(["the trip is “\(trip.name)” again"])
        try check(hadChanges && !book.context.hasChanges, "the change was pending, and is gone")
        try check(trip.name == "Midsummer", "the name is what it was")
    }

    func cascade(_ book: TripBook) throws {
        heading("Deleted a trip with two items and an accommodation")
        let before = try book.counts()
        let trip = try book.add(
            name: "Called off",
            destination: "Nowhere",
            startDate: day(5, 1, yearsAhead: 1),
            endDate: day(5, 2, yearsAhead: 1)
        )
        try book.plan("First", on: trip)
        try book.plan("Second", on: trip)
        try book.edit(trip, TripBook.Edit(stay: "A tent"))
        let with = try book.counts()
        try book.delete(trip)
        let after = try book.counts()
        printLines(["before the deletion: \(with)", "after it:            \(after)"])
        try check(with.items == before.items + 2 && with.stays == before.stays + 1, "the parts were stored")
        try check(after == before, "the parts went with their trip")
    }

    /// Shows the changes of another program, which opens the same store.
    func history(_ book: TripBook) throws {
        guard store != .memory else { return }
        heading("Anna, in another program, changed a trip: the history since tells")
        _ = try book.changes()
        try check(book.changes().events.isEmpty, "nothing has happened since the last look")
        for trip in try book.trips() { try book.read(trip) }
        let day = try day(11, 20, yearsAhead: 1)
        let anna = try TripBook(store, as: "Anna")
        let trip = try anna.trip(named: "Penguins", startingOn: day)
        try anna.plan("Volunteer Point", on: trip, details: "by car", isDone: false)
        let changes = try book.changes()
        printLines(changes.events.map(TripText.event))
        try check(changes.events.map(\.author) == ["Anna"], "the history names who it was")

        heading("and the trip is marked in the list, until it is shown")
        let again = try TripBook(store, as: "demo")
        let unread = try again.unreadTrips()
        let upcoming = try again.trips(TripQuery(period: .upcoming(middle())))
        printLines(upcoming.map { TripText.line($0, isUnread: unread.contains($0.persistentModelID)) })
        try check(unread == [trip.persistentModelID], "Anna's trip is unread, and no other")
        try again.read(trip)
        try check(again.unreadTrips().isEmpty, "a trip that was shown is read")
    }
}
