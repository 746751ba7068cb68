import SwiftDataCore
import Testing

/// The members of a relationship as they were last read, compared with what the context has.
@Suite struct MemberCacheTests {
    private let unit = StorelessContext().unit
    private let identifiers = (1...20).map { Plain.row($0, "Boat") }

    private func boats(_ identifiers: [PersistentIdentifier]) throws -> [Boat] {
        try identifiers.map { try #require(unit.lookup.model(for: $0) as? Boat) }
    }

    private func cache(_ boats: [Boat]) -> MemberCache {
        MemberCache(
            boats.map { Unmanaged.passUnretained($0._$modelState) },
            departures: unit.identityMap.departureCount
        )
    }

    private func models(_ cache: MemberCache, _ identifiers: [PersistentIdentifier]) -> [Boat]? {
        cache.models(for: identifiers, in: unit)
    }

    @Test func itGivesTheModelsInTheirOrder() throws {
        let boats = try boats(identifiers)
        let found = try #require(models(cache(boats), identifiers))
        #expect(zip(found, boats).allSatisfy { $0 === $1 } && found.count == boats.count)
    }

    @Test func otherMembersAreNotTakenForThese() throws {
        let boats = try boats(identifiers)
        let cache = cache(boats)
        #expect(models(cache, Array(identifiers.dropLast())) == nil)
        #expect(models(cache, identifiers.reversed()) == nil)
        let keepers: [Keeper]? = cache.models(for: identifiers, in: unit)
        #expect(keepers == nil)
        withExtendedLifetime(boats) {}
    }

    @Test func aMemberThatHasNoRowAnyMoreEndsIt() throws {
        let boats = try boats(identifiers)
        let cache = cache(boats)
        boats[3]._$modelState.move(to: .gone)
        #expect(models(cache, identifiers) == nil)
        let isPrefix = cache.isPrefix(of: boats, identifiers, in: unit)
        #expect(!isPrefix)
    }

    @Test func itEndsWithAnyStateOfTheContext() throws {
        var stranger: Boat? = try boats([Plain.row(99, "Boat")])[0]
        let boats = try boats(identifiers)
        let cache = cache(boats)
        #expect(models(cache, identifiers) != nil && stranger != nil)
        stranger = nil
        #expect(models(cache, identifiers) == nil)
        withExtendedLifetime(boats) {}
    }

    @Test func aMemberIsAddedAtTheEnd() throws {
        let boats = try boats(identifiers)
        var cache = cache(Array(boats.dropLast()))
        #expect(models(cache, identifiers) == nil)
        cache.append(boats[19]._$modelState)
        #expect(models(cache, identifiers)?.last === boats[19])
    }

    @Test func membersAreThePrefixOfALongerArrayOfModels() throws {
        let boats = try boats(identifiers)
        let (few, known) = (Array(identifiers.prefix(15)), cache(Array(boats.prefix(15))))
        let answers = [
            known.isPrefix(of: boats, few, in: unit), known.isPrefix(of: Array(boats.prefix(15)), few, in: unit),
            known.isPrefix(of: Array(boats.prefix(14)), few, in: unit),
            known.isPrefix(of: boats.reversed(), few, in: unit), known.isPrefix(of: boats, identifiers, in: unit),
        ]
        #expect(answers == [true, true, false, false, false])
    }
}
