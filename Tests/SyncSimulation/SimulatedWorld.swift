package import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// A contradiction that a schedule has found.
package struct SimulatedFinding: Error, CustomStringConvertible, Sendable {
    package let description: String
}

/// Devices that run a schedule over one network, and what must hold when it has become quiet.
package enum SimulatedWorld {
    /// Runs a schedule.
    /// - Throws: ``SimulatedFinding``, and any error of the engine that is none of the simulation's faults.
    /// - Returns: The number of rows on each device and of change sets at the end.
    @discardableResult
    package static func run(_ schedule: SimulatedSchedule, folder: URL) async throws -> (rows: Int, changeSets: Int) {
        let hub = MemoryHub(ordering: schedule.isTotal ? .total : .causal)
        let place = schedule.usesFiles ? folder : nil
        var devices: [SimulatedDevice] = []
        for number in 0..<schedule.deviceCount {
            devices.append(
                try SimulatedDevice(
                    number,
                    seed: schedule.seed &+ UInt64(number) << 32,
                    hub: hub,
                    folder: place,
                    isOld: schedule.oldDevices >> UInt64(number) & 1 == 1,
                    keys: schedule.sealing.keys(of: number)
                )
            )
        }
        for (number, step) in schedule.steps.enumerated() {
            let device = devices[step.device % devices.count]
            if number == schedule.steps.count / 3 { for device in devices { device.changeKey() } }
            // The time of the world goes on for all devices.
            for device in devices { device.surroundings.state.withLock { $0.time += 1_000 + step.first % 100 } }
            let isLate = device.number == devices.count - 1 && number < schedule.lastJoinsAfter
            if step.action == .collide {
                let others = devices.dropLast(number < schedule.lastJoinsAfter ? 1 : 0).filter { $0 !== device }
                if !isLate, !others.isEmpty {
                    try await collide(step, number, device, others[Int(step.second % UInt64(others.count))])
                }
                continue
            }
            try await perform(step, number, device, isLate: isLate)
        }
        try await syncUntilIdle(devices, hub)
        return (try SimulatedChecks.check(devices, hub, schedule.sealing), hub.packets.count)
    }

    private static func perform(
        _ step: SimulatedStep,
        _ number: Int,
        _ device: SimulatedDevice,
        isLate: Bool
    ) async throws {
        switch step.action {
        case .fetch where !isLate: try await device.round { try await $0.fetchChanges() }
        case .send where !isLate: try await device.send()
        case .crash where !isLate:
            device.surroundings.state.withLock { $0.pointsToCrash = Int(step.first % 12) }
            try await device.round { engine in
                if step.second % 2 == 0 { try await engine.sendChanges() }
                try await engine.fetchChanges()
            }
            device.surroundings.state.withLock { $0.pointsToCrash = nil }
        case .saveMeanwhile where !isLate:
            let edits = SimulatedStep.Action.edits
            let edit = SimulatedStep(
                device: step.device,
                action: edits[Int(step.second / 8 % UInt64(edits.count))],
                first: step.second,
                second: step.first
            )
            device.surroundings.state.withLock { $0.meanwhile = (Int(step.first % 7), edit, number) }
            if step.second % 3 == 0 {
                try await device.send()
            } else {
                try await device.round { try await $0.fetchChanges() }
            }
            device.surroundings.state.withLock { $0.meanwhile = nil }
        case .reset where !isLate: try await device.reset(step.second % 3 == 0 ? .keepingRows : .deletingRows)
        case .leave: device.surroundings.state.withLock { $0.isAway = true }
        case .meet:
            device.surroundings.state.withLock { state in
                state.isAway = false
                let lost = SyncTransportError(.unreachable, "The answer is lost.")
                let faults: [MemoryFault] = [
                    .repeated, .reversed, .dropped, .split(1), .failAfter(lost), .failBefore(lost),
                    .failAfterPackets(1, lost),
                ]
                state.faults = [faults[Int(step.first % 7)], faults[Int(step.second % 7)]]
            }
        case .shiftClock:
            device.surroundings.state.withLock { $0.offset = Int64(step.first % 172_800_000) - 86_400_000 }
        case .deleteHistory:
            try ModelContext(device.running().container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        case .hideBlobs: device.surroundings.state.withLock { $0.hidesBlobs = true }
        case .showBlobs: device.surroundings.state.withLock { $0.hidesBlobs = false }
        case .backup: try device.makeBackup()
        case .restore: try device.restore()
        case .upgrade: try device.upgrade()
        case .fetch, .send, .crash, .saveMeanwhile, .collide, .reset: return
        default: try device.program.perform(step, number)
        }
    }

    /// Lets a device fetch a concurrent edit of another one, and its program save in the middle: after the edits that were there
    /// have been captured, and before what has arrived is merged. Both edits mostly meet in one row.
    private static func collide(
        _ step: SimulatedStep,
        _ number: Int,
        _ device: SimulatedDevice,
        _ other: SimulatedDevice
    ) async throws {
        typealias Action = SimulatedStep.Action
        func chosen(_ actions: [Action], _ choice: UInt64, of device: SimulatedDevice) -> SimulatedStep {
            let action = actions[Int(choice % UInt64(actions.count))]
            return SimulatedStep(device: device.number, action: action, first: step.first, second: step.second)
        }
        let isSame = step.second / 8 % 2 == 0
        let theirs = chosen(isSame ? Action.values : Action.values + Action.deletions, step.first / 64, of: other)
        let own = isSame ? [theirs.action] : Action.inserts + Action.values + Action.moves
        try await other.round { try await $0.fetchChanges() }
        try other.program.perform(theirs, number)
        try await other.send()
        let edit = chosen(own, step.second / 64, of: device)
        device.surroundings.state.withLock { $0.meanwhile = (1 + Int(step.first / 8 % 2), edit, number) }
        try await device.round { try await $0.fetchChanges() }
        device.surroundings.state.withLock { $0.meanwhile = nil }
    }

    private static func syncUntilIdle(_ devices: [SimulatedDevice], _ hub: MemoryHub) async throws {
        for device in devices {
            device.surroundings.endFaults()
            device.keys?.add(2)
            try device.upgrade()
        }
        for _ in 0..<12 {
            let before = hub.packets.count
            for device in devices {
                try await device.send()
                try await device.round { try await $0.fetchChanges() }
            }
            for device in devices { try await device.round { try await $0.fetchChanges() } }
            if hub.packets.count == before { return }
        }
        throw SimulatedFinding(description: "The devices do not become quiet: \(hub.packets.count) change sets.")
    }
}
