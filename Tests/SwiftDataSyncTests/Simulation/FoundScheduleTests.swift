import Foundation
import SyncSimulation
import TestSupport
import Testing

/// Schedules that have found defects, with the fewest steps.
@Suite struct FoundScheduleTests {
    private func run(_ schedule: SimulatedSchedule) async throws {
        let folder = try TemporaryFolder()
        try await SimulatedWorld.run(schedule, folder: folder.url)
    }

    @Test func aDeletedTicketIsNoPartnerAnyMore() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .insertTrip), SimulatedStep(0, .setTicket, 0, 1), SimulatedStep(0, .send),
                SimulatedStep(1, .fetch), SimulatedStep(1, .deleteTicket),
            ])
        )
    }

    @Test func aHistoryThatIsDeletedFromItsBeginningIsNoticed() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(1, .fetch), SimulatedStep(1, .insertAccount), SimulatedStep(1, .deleteHistory),
            ])
        )
    }

    @Test func editsBeforeAnUpgradeAreKept() async throws {
        try await run(
            SimulatedSchedule(
                usesFiles: true,
                oldDevices: 1,
                [SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(0, .rename)]
            )
        )
    }

    @Test func editsBeforeAnUpgradeAreKeptWhereTheirHistoryIsDeleted() async throws {
        try await run(
            SimulatedSchedule(
                usesFiles: true,
                oldDevices: 1,
                [
                    SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(0, .rename),
                    SimulatedStep(0, .deleteHistory),
                ]
            )
        )
    }

    @Test func ofTwoTicketsForOneTripTheLaterOneIsShown() async throws {
        try await run(
            SimulatedSchedule(
                devices: 3,
                [
                    SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(1, .fetch),
                    SimulatedStep(0, .setTicket, 0, 1), SimulatedStep(1, .setTicket, 0, 1), SimulatedStep(1, .send),
                    SimulatedStep(0, .fetch), SimulatedStep(0, .send), SimulatedStep(1, .fetch),
                    SimulatedStep(1, .deleteTicket, 1),
                ]
            )
        )
    }

    /// Both rows wait for a key. The change of the view by which they can be written has their values, and no members.
    @Test func membersThatCameWhileBothRowsWereHeldAreShown() async throws {
        try await run(
            SimulatedSchedule(
                sealing: .late,
                [
                    SimulatedStep(0, .insertTrip), SimulatedStep(0, .insertTag), SimulatedStep(0, .toggleTag),
                    SimulatedStep(0, .send), SimulatedStep(1, .fetch),
                ]
            )
        )
    }

    /// The program gives a trip a ticket in the middle of the round in which the deletion of the trip arrives.
    @Test(arguments: [0, 8] as [UInt64])
    func aRowThatIsAddedToADeletedOneIsDeletedWithIt(_ point: UInt64) async throws {
        let setTicket: UInt64 = 8 * 64 + 8
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(1, .fetch),
                SimulatedStep(0, .deleteTrip), SimulatedStep(0, .send), SimulatedStep(1, .collide, point, setTicket),
            ])
        )
    }

    // MARK: Situations that planted bugs fail in

    @Test func anEditBetweenCaptureAndMergeIsSent() async throws {
        let start = [SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(1, .fetch)]
        // The edit is saved at the first transaction of the round, and at the second one.
        for point: UInt64 in [0, 8] { try await run(SimulatedSchedule(start + [SimulatedStep(1, .collide, point)])) }
    }

    @Test func aChangeSetThatWasNotTakenIsSentAgain() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .fetch), SimulatedStep(0, .insertTrip), SimulatedStep(0, .meet, 5, 5),
                SimulatedStep(0, .send),
            ])
        )
    }

    @Test func aChildIsDeletedWithAParentThatWasDeletedMeanwhile() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(1, .fetch),
                SimulatedStep(0, .deleteTrip), SimulatedStep(1, .insertStop),
            ])
        )
    }

    @Test func anUnsignedIntegerKeepsItsKind() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .insertKinds), SimulatedStep(0, .changeKinds, 0, 13), SimulatedStep(0, .send),
            ])
        )
    }

    @Test func aRowWithALargeValueArrives() async throws {
        try await run(
            SimulatedSchedule([
                SimulatedStep(0, .insertTrip), SimulatedStep(0, .insertStop), SimulatedStep(0, .photograph, 0, 1),
                SimulatedStep(0, .send),
            ])
        )
    }

    /// A restored store receives the change sets that it has sent since the copy: under its former number they would be its own.
    /// - Parameter edits: The number of edits after the restoration. Where there is one the transport refuses its number.
    @Test(arguments: 0...1) func aRestoredStoreGetsAnotherNumber(_ edits: Int) async throws {
        try await run(
            SimulatedSchedule(
                usesFiles: true,
                [
                    SimulatedStep(0, .insertTrip), SimulatedStep(0, .send), SimulatedStep(0, .backup),
                    SimulatedStep(0, .rename), SimulatedStep(0, .send), SimulatedStep(0, .restore),
                ] + Array(repeating: SimulatedStep(0, .rename), count: edits)
            )
        )
    }

    /// The third device receives the removal of a link together with the tag that joins the tag of the link.
    @Test func aLinkThatIsRemovedBesideAJoinGoes() async throws {
        try await run(
            SimulatedSchedule(
                devices: 3,
                [
                    SimulatedStep(0, .insertTag), SimulatedStep(0, .insertTrip), SimulatedStep(0, .toggleTag),
                    SimulatedStep(0, .send), SimulatedStep(2, .fetch), SimulatedStep(0, .toggleTag),
                    SimulatedStep(0, .send),
                    SimulatedStep(1, .insertTag), SimulatedStep(1, .send), SimulatedStep(2, .fetch),
                ]
            )
        )
    }

    @Test func rowsOfANewClassAppearWithAnUpgrade() async throws {
        try await run(
            SimulatedSchedule(
                usesFiles: true,
                oldDevices: 1,
                [SimulatedStep(1, .insertGuide), SimulatedStep(1, .send), SimulatedStep(0, .fetch)]
            )
        )
    }
}
