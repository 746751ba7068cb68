import Foundation
import SwiftDataCore
import Testing

/// The tickets of contexts that save by themselves.
@Suite struct AutosaveTicketTests {
    private func ticket() -> AutosaveTicket { AutosaveTicket(StorelessContext().unit, queue: nil) }

    @Test func aTurnIsAskedForOnceUntilItComes() {
        let ticket = ticket()
        let answers = [ticket.requestTurn(), ticket.requestTurn()]
        #expect(answers == [true, false])
        ticket.turnComes()
        #expect(ticket.requestTurn())
        // Of another context.
        #expect(self.ticket().requestTurn())
    }

    @Test func aTicketKeepsNoContext() {
        weak var kept: UnitOfWork?
        let ticket: AutosaveTicket
        do {
            let unit = StorelessContext().unit
            kept = unit
            ticket = AutosaveTicket(unit, queue: nil)
        }
        #expect(kept == nil)
        withExtendedLifetime(ticket) {}
    }

    @Test func ticketsThatHaveGoneAreForgotten() {
        let (unit, made) = (StorelessContext().unit, 5_000)
        for _ in 0..<made { _ = AutosaveTicket(unit, queue: nil) }
        // Other tests have contexts too.
        #expect(AutosaveTicket.count < made / 2)
        let held = (0..<200).map { _ in AutosaveTicket(unit, queue: nil) }
        #expect(AutosaveTicket.count >= held.count)
        withExtendedLifetime(held) {}
    }

    @Test func theMainThreadIsKnown() async {
        let isOn = await MainActor.run { AutosaveTicket.isOnMainThread }
        let isOff = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: !AutosaveTicket.isOnMainThread) }
        }
        let isOnQueue = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: AutosaveTicket.isOnMainThread) }
        }
        #expect(isOn && isOff && isOnQueue)
    }
}
