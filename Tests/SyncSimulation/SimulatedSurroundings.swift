import SwiftDataCore
import SwiftDataSync

/// The device has stopped between two effects, as a process that is killed.
struct SimulatedCrash: Error {}

/// The clock, the chance and the faults of a device, which its engine asks for.
final class SimulatedSurroundings: Sendable {
    struct State {
        var time: UInt64 = 1_800_000_000_000
        var offset: Int64 = 0
        var numbers: SimulatedNumbers
        var pointsToCrash: Int?
        var isAway = false
        var hidesBlobs = false
        var faults: [MemoryFault] = []
        /// An edit that the program saves in the middle of a round, and the number of points before it.
        var meanwhile: (points: Int, step: SimulatedStep, number: Int)?
    }

    let state: Locked<State>

    init(seed: UInt64) { state = Locked(State(numbers: SimulatedNumbers(seed: seed))) }

    func now() -> UInt64 {
        state.withLock { state in
            state.time += 1
            return UInt64(Int64(state.time) + state.offset)
        }
    }

    /// The points at which no transaction of the engine is under way, so that a program can save.
    private static let openPoints: Set<String> = ["begin", "fetched", "received", "outgoing", "sent"]

    func point(_ name: String, _ program: SimulatedProgram) throws {
        try state.withLock { state in
            guard let left = state.pointsToCrash else { return }
            state.pointsToCrash = left - 1
            if left <= 0 {
                state.pointsToCrash = nil
                throw SimulatedCrash()
            }
        }
        guard Self.openPoints.contains(name) else { return }
        let due = state.withLock { state -> (step: SimulatedStep, number: Int)? in
            guard let meanwhile = state.meanwhile else { return nil }
            state.meanwhile?.points -= 1
            guard meanwhile.points <= 0 else { return nil }
            state.meanwhile = nil
            return (meanwhile.step, meanwhile.number)
        }
        if let due { try program.perform(due.step, due.number) }
    }

    /// The faults of a call of the transport.
    func faults(_ call: MemoryCall) -> [MemoryFault] {
        state.withLock { state in
            if state.isAway { return [.failBefore(SyncTransportError(.unreachable, "The network is away."))] }
            if state.hidesBlobs, case .download = call {
                return [.failBefore(SyncTransportError(.blobMissing, "The value has not arrived."))]
            }
            guard let fault = state.faults.last, Self.fits(fault, call) else { return [] }
            state.faults.removeLast()
            return [fault]
        }
    }

    /// Returns true where a fault has an effect on a call. The account, which is asked for first in each round, uses none up.
    private static func fits(_ fault: MemoryFault, _ call: MemoryCall) -> Bool {
        switch (fault, call) {
        case (_, .account): false
        case (.deliver, .fetch), (.failAfterPackets, .send): true
        case (.deliver, _), (.failAfterPackets, _): false
        case (.failBefore, _), (.failAfter, _): true
        }
    }

    func endFaults() {
        state.withLock {
            $0.isAway = false
            $0.hidesBlobs = false
            $0.faults = []
            $0.pointsToCrash = nil
            $0.meanwhile = nil
        }
    }
}
