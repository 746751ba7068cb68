import Foundation
import SwiftData
import SwiftDataCore
import Testing

@Model
private final class Guest {
    var name: String
    @Relationship(inverse: \Room.guest) var rooms: [Room] = []
    /// Called by the deinitialiser.
    @Transient var whenGoing: (() -> Void)? = nil
    /// Called by the deinitialiser after that, with the name as it reads it.
    @Transient var whenRead: ((String) -> Void)? = nil

    init(name: String) {
        self.name = name
    }

    deinit {
        whenGoing?()
        whenRead?(name)
    }
}

@Model
private final class Room {
    var number: Int
    var guest: Guest?

    init(number: Int) {
        self.number = number
    }
}

/// A model's deinitialiser is code of the program's: what it does while its model is still in the context, and half gone,
/// must neither hand out that model nor lose anything.
@Suite struct DepartingModelTests {
    private let context: ModelContext

    init() throws {
        context = try memoryContext(Guest.self, Room.self)
        let guest = Guest(name: "A")
        context.insert(guest)
        guest.rooms = [Room(number: 1), Room(number: 2)]
        try context.save()
    }

    private func guests() throws -> [Guest] { try context.fetch(FetchDescriptor<Guest>()) }

    @Test func aFetchInADeinitialiserGivesAnotherModel() throws {
        let found = Found()
        do {
            let guest = try #require(try guests().first)
            guest.whenGoing = { [context] in
                let all = (try? context.fetch(FetchDescriptor<Guest>())) ?? []
                found.guests = all
                found.wasSeen = all.first?.name == "A"
            }
        }
        #expect(found.wasSeen)
        let other = try #require(found.guests.first)
        #expect(found.guests.count == 1)
        #expect(other.modelContext === context)
        #expect(try guests().first === other)
        other.name = "B"
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Guest>()).map(\.name) == ["B"])
    }

    /// Another model has taken its place in the identity map, and its own values are not read yet.
    @Test(arguments: [true, false])
    func aDeinitialiserReadsItsOwnRowAfterAnotherModelHasTakenItsPlace(isFilled: Bool) throws {
        let found = Found()
        let identifier = try #require(try guests().first?.persistentModelID)
        do {
            let guest = try #require(context.model(for: identifier) as? Guest)
            guest.whenGoing = { [context] in
                let other = context.model(for: identifier) as? Guest
                if isFilled { _ = other?.name }
                found.guests = other.map { [$0] } ?? []
            }
            guest.whenRead = { found.names.append($0) }
        }
        #expect(found.names == ["A"])
        #expect(found.guests.first?.name == "A")
        #expect(found.guests.first?.isDeleted == false)
        #expect(try guests().first === found.guests.first)
        #expect(context.readFailures.isEmpty)
    }

    @Test func theOtherModelTakesOverForGoodAndGoesLikeAnyOther() throws {
        let found = Found()
        do {
            let guest = try #require(try guests().first)
            guest.whenGoing = { [context] in
                found.guests = (try? context.fetch(FetchDescriptor<Guest>())) ?? []
            }
        }
        weak let other = found.guests.first
        #expect(other != nil)
        found.guests = []
        #expect(other == nil)
        #expect(context.unit.identityMap.count == 0)
        #expect(try guests().map(\.name) == ["A"])
    }

    @Test func aRelationshipThatADeinitialiserFollowsBackGivesAnotherModel() throws {
        let found = Found()
        let room = try #require(try context.fetch(FetchDescriptor<Room>(sortBy: [SortDescriptor(\.number)])).first)
        do {
            let guest = try #require(room.guest)
            guest.whenGoing = { found.guests = room.guest.map { [$0] } ?? [] }
        }
        #expect(found.guests.map(\.name) == ["A"])
        #expect(room.guest === found.guests.first)
        #expect(room.guest?.rooms.map(\.number).sorted() == [1, 2])
    }

    @Test func aModelThatADeinitialiserChangesByItsIdentifierIsSaved() throws {
        do {
            let guest = try #require(try guests().first)
            let identifier = guest.persistentModelID
            guest.whenGoing = { [context] in
                (context.model(for: identifier) as? Guest)?.name = "late"
            }
        }
        #expect(context.hasChanges)
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Guest>()).map(\.name) == ["late"])
    }

    @Test func manyThatGoAtOnceFetchWhatIsLeft() throws {
        for number in 0..<50 { context.insert(Guest(name: "\(number)")) }
        try context.save()
        let counts = Found()
        do {
            let all = try guests()
            for guest in all {
                guest.whenGoing = { [context] in
                    counts.numbers.append((try? context.fetch(FetchDescriptor<Guest>()).map(\.name).count) ?? 0)
                }
            }
        }
        #expect(counts.numbers == Array(repeating: 51, count: 51))
        #expect(context.unit.identityMap.count == 0)
    }

    @Test func aStateThatIsHeldKnowsThatItsModelHasGone() throws {
        var guest = try guests().first
        let state = try #require(guest?._$modelState)
        #expect(state.model === guest)
        guest = nil
        #expect(state.model == nil)
        let again = try #require(try guests().first)
        #expect(again._$modelState === state)
        #expect(state.model === again)
    }

    @Test func aModelThatGotAnotherBackingDataIsNotLookedForInItsOld() throws {
        let state: ModelState
        do {
            let guest = try #require(try guests().first)
            state = guest._$modelState
            guest.persistentBackingData = Guest.createBackingData()
            #expect(state.model == nil)
            #expect(guest._$modelState !== state)
        }
        #expect(state.model == nil)
        #expect(try guests().first?._$modelState === state)
    }
}

private final class Found {
    var guests: [Guest] = []
    var wasSeen = false
    var names: [String] = []
    var numbers: [Int] = []
}
