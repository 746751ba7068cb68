import SwiftDataCore
import Testing

/// New models that turn out to be stored rows, decided by plain values.
@Suite struct UpsertedRowsTests {
    private typealias Newcomer = UpsertedRows.Newcomer
    private typealias Join = UpsertedRows.Join

    private let rows = (1...5).map { Plain.row($0, "Keeper") }

    private func newcomer(_ index: Int, isUnique: Bool = true) -> Newcomer {
        Newcomer(identifier: rows[index], hasUniqueValues: isUnique)
    }

    @Test func aNewModelIsLookedForOnlyWhereItMayBeAnother() {
        #expect(NewRow.mayJoin(.all, hasUniqueValues: true))
        #expect(!NewRow.mayJoin(.all, hasUniqueValues: false))
        #expect(NewRow.mayJoin([], hasUniqueValues: false))
    }

    @Test(
        arguments: [
            (false, false, true, .own), (false, true, true, .own), (true, false, false, .own),
            (true, false, true, .joins),
            (true, true, true, .absorbs), (true, true, false, .absorbs),
        ] as [(Bool, Bool, Bool, NewRow)]
    )
    func aModelOfTheSameRowIsJoinedOrGivesWay(
        _ isKnown: Bool,
        _ isMadeInFlight: Bool,
        _ mayJoin: Bool,
        _ expected: NewRow
    ) {
        #expect(NewRow(isKnown: isKnown, isMadeInFlight: isMadeInFlight, mayJoin: mayJoin) == expected)
    }

    @Test func newRowsAndChangedOnesStayApart() {
        let saved = UpsertedRows([newcomer(2), newcomer(0)], updated: [rows[4], rows[1]], joins: [], answered: [:])
        #expect(saved.inserted == [rows[2], rows[0]])
        #expect(saved.updated == [rows[4], rows[1]])
        #expect(saved.joined.isEmpty)
    }

    @Test func aModelThatIsAnotherIsAnUpdateOfThat() {
        let saved = UpsertedRows(
            [newcomer(0), newcomer(1), newcomer(2)],
            updated: [rows[4]],
            joins: [Join(identifier: rows[1], isNew: false)],
            answered: [:]
        )
        #expect(saved.inserted == [rows[0], rows[2]])
        #expect(saved.updated == [rows[4], rows[1]])
        #expect(saved.joined == [rows[1]])
    }

    @Test func aRowThatIsEditedAndJoinedIsUpdatedOnce() {
        let saved = UpsertedRows(
            [newcomer(1)],
            updated: [rows[1], rows[4]],
            joins: [Join(identifier: rows[1], isNew: false)],
            answered: [rows[1]: 7]
        )
        #expect(saved.inserted.isEmpty)
        #expect(saved.updated == [rows[1], rows[4]])
    }

    @Test func ofTwoNewModelsThatAreOneTheFirstIsInserted() {
        let saved = UpsertedRows(
            [newcomer(0), newcomer(0), newcomer(3)],
            updated: [],
            joins: [Join(identifier: rows[0], isNew: true)],
            answered: [:]
        )
        #expect(saved.inserted == [rows[0], rows[3]])
        #expect(saved.updated.isEmpty)
        #expect(saved.joined == [rows[0]])
    }

    @Test func aRowWithoutAModelThatComesBackIsAnUpdate() {
        let saved = UpsertedRows([newcomer(0), newcomer(1)], updated: [], joins: [], answered: [rows[1]: 5])
        #expect(saved.inserted == [rows[0]])
        #expect(saved.updated == [rows[1]])
        #expect(saved.joined == [rows[1]])
    }

    @Test func aNewRowWithValuesOfTheStoreIsNew() {
        let first = DefaultSnapshot.firstLock
        let saved = UpsertedRows(
            [newcomer(0), newcomer(1, isUnique: false)],
            updated: [],
            joins: [],
            answered: [rows[0]: first, rows[1]: 5]
        )
        #expect(saved.inserted == [rows[0], rows[1]])
        #expect(saved.updated.isEmpty)
        // Its relationships are read anew all the same.
        #expect(saved.joined == [rows[0], rows[1]])
    }

    @Test func theCounterTellsANewRowFromOneThatWasThere() {
        let first = DefaultSnapshot.firstLock
        #expect(!UpsertedRows.isFresh(nil, hasUniqueValues: false))
        #expect(UpsertedRows.isFresh(first, hasUniqueValues: true))
        #expect(!UpsertedRows.isFresh(first + 1, hasUniqueValues: true))
        #expect(UpsertedRows.isFresh(first + 1, hasUniqueValues: false))
    }
}
