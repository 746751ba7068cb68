import SwiftData
import Testing
import TripsKit

@Suite struct TripBookTests {
    let book: TripBook
    let spring: Date
    let summer: Date
    let autumn: Date

    init() throws {
        book = try TripBook(.memory)
        spring = try Day.date("2027-04-01")
        summer = try Day.date("2027-07-01")
        autumn = try Day.date("2027-10-01")
    }

    @Test func addingATripWithTheNameAndDaysOfAnotherOneChangesThatOne() throws {
        let first = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        try book.plan("Swim", on: first)
        let second = try book.add(name: "Away", destination: "Oslo", startDate: spring, endDate: summer)
        #expect(first === second)
        #expect(first.destination == "Oslo" && first.bucketList.map(\.title) == ["Swim"])
    }

    @Test(arguments: [true, false])
    func anInsertedTripOverwritesTheOneWithItsNameAndDaysWhichKeepsItsBucketList(
        isInMemory: Bool
    ) throws {
        var trip: Trip? = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        if let trip { try book.plan("Swim", on: trip) }
        if !isInMemory { trip = nil }
        book.context.insert(Trip(name: "Away", destination: "Oslo", startDate: spring, endDate: summer))
        try book.context.save()
        let again = try book.trip(named: "Away")
        #expect(again.destination == "Oslo")
        #expect(again.bucketList.map(\.title) == ["Swim"])
        try book.plan("Run", on: again)
        #expect(Set(again.bucketList.map(\.title)) == ["Swim", "Run"])
        #expect(try book.counts() == TripBook.Counts(trips: 1, items: 2))
        #expect(trip == nil || trip === again)
    }

    @Test func listsAreSortedSearchedAndCut() throws {
        _ = try book.add(name: "B", destination: "São Paulo", startDate: spring, endDate: spring)
        _ = try book.add(name: "A", destination: "Oslo", startDate: autumn, endDate: autumn)
        _ = try book.add(name: "C", destination: "Lisbon", startDate: summer, endDate: summer)
        #expect(try book.trips(TripQuery(order: .name)).map(\.name) == ["A", "B", "C"])
        #expect(try book.trips(TripQuery(order: .start)).map(\.name) == ["B", "C", "A"])
        #expect(try book.trips(TripQuery(order: .destination, limit: 2)).map(\.name) == ["C", "A"])
        #expect(try book.trips(TripQuery(search: "sao")).map(\.name) == ["B"])
        #expect(try book.trips(TripQuery(period: .upcoming(summer))).map(\.name) == ["A"])
        #expect(try book.trips(TripQuery(period: .past(summer))).map(\.name) == ["B"])
    }

    @Test func tripsOfOneNameAreToldApartByTheirFirstDay() throws {
        _ = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: spring)
        _ = try book.add(name: "Away", destination: "Oslo", startDate: autumn, endDate: autumn)
        #expect(throws: TripError.severalTrips("Away", days: ["2027-04-01", "2027-10-01"])) {
            try book.trip(named: "Away")
        }
        #expect(try book.trip(named: "Away", startingOn: autumn).destination == "Oslo")
        #expect(throws: TripError.noSuchTrip("Home")) { try book.trip(named: "Home") }
    }

    @Test func anEditChangesWhatItNamesAndLeavesTheRest() throws {
        let trip = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        try book.edit(trip, TripBook.Edit(destination: "Oslo", stay: "Tent", address: "Field 1"))
        try book.edit(trip, TripBook.Edit(stay: "House"))
        #expect(trip.name == "Away" && trip.destination == "Oslo")
        #expect(trip.livingAccommodation?.name == "House")
        #expect(trip.livingAccommodation?.address == "Field 1")
        try book.edit(trip, TripBook.Edit(stay: ""))
        #expect(try book.counts() == TripBook.Counts(trips: 1))
    }

    @Test func anEditThatCannotBeIsRefusedAndChangesNothing() throws {
        let trip = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        _ = try book.add(name: "Home", destination: "Oslo", startDate: spring, endDate: summer)
        #expect(throws: TripError.nothingToChange) { try book.edit(trip, TripBook.Edit()) }
        #expect(throws: TripError.emptyName) { try book.edit(trip, TripBook.Edit(name: " ")) }
        #expect(throws: TripError.endsBeforeItStarts) { try book.edit(trip, TripBook.Edit(startDate: autumn)) }
        #expect(throws: TripError.daysTaken("Home")) { try book.edit(trip, TripBook.Edit(name: "Home")) }
        #expect(throws: TripError.addressOfNothing) { try book.edit(trip, TripBook.Edit(address: "Field 1")) }
        #expect(!book.context.hasChanges)
        #expect(trip.name == "Away")
    }

    @Test func planningAddsAnItemThenChangesItThenTakesItOff() throws {
        let trip = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        try book.plan("Swim", on: trip)
        try book.plan("Swim", on: trip, details: "early", isDone: true)
        #expect(trip.bucketList.map(\.details) == ["early"])
        #expect(trip.bucketList.map(\.isDone) == [true])
        try book.unplan("Swim", on: trip)
        #expect(try book.counts() == TripBook.Counts(trips: 1))
        #expect(throws: TripError.noSuchItem("Swim", trip: "Away")) { try book.unplan("Swim", on: trip) }
    }

    @Test func aDeletedTripTakesItsItemsAndItsAccommodationWithItAndLeavesThePlace() throws {
        _ = try book.importPlaces(ZoneTable(Data("PT\t+3843-00908\tEurope/Lisbon\n".utf8)))
        let trip = try book.add(name: "Away", destination: "Lisbon", startDate: spring, endDate: summer)
        try book.plan("Swim", on: trip)
        try book.edit(trip, TripBook.Edit(stay: "Tent"))
        #expect(trip.place?.zone == "Europe/Lisbon")
        try book.delete(trip)
        #expect(try book.counts() == TripBook.Counts(places: 1))
    }

    @Test func aSecondImportChangesWhatChanged() throws {
        let first = ZoneTable(Data("PT\t+3843-00908\tEurope/Lisbon\nFI\t+6010+02458\tEurope/Helsinki\n".utf8))
        let second = ZoneTable(Data("PT\t+3843-00908\tEurope/Lisbon\nFI,AX\t+6010+02458\tEurope/Helsinki\n".utf8))
        #expect(try book.importPlaces(first) == TripBook.ImportResult(added: 2))
        #expect(try book.importPlaces(second) == TripBook.ImportResult(changed: 1, unchanged: 1))
        #expect(try book.places(search: "hel").map(\.countryCodes) == [["FI", "AX"]])
    }
}
