/// One step of a schedule. Its numbers choose among what is there when it runs, so that a schedule without some of its steps is a
/// schedule too.
package struct SimulatedStep: Sendable, CustomStringConvertible {
    package enum Action: String, CaseIterable, Sendable {
        case insertTrip, insertStop, insertTag, insertGuide, insertAccount, insertPayment, setTicket
        case rename, annotate, spend, rate, retitle, photograph, recolor, relabel, pay
        case moveStop, toggleTag, setGuide, arrange
        case deleteTrip, deleteStop, deleteTag, deleteGuide, deleteAccount, deletePayment
        case insertNode, insertLeaf, insertAlbum, insertPicture, insertKinds
        case relabelNode, weigh, changeKinds, recaption
        case takeTicket, moveNode, movePicture
        case swapLabels, swapLabelsTwice, replaceTag
        case deleteTicket, deleteNode, deleteAlbum, deletePicture, deleteKinds
        case fetch, send, crash, leave, meet, shiftClock
        case saveMeanwhile, collide, deleteHistory, hideBlobs, showBlobs, backup, restore, reset, upgrade

        static let inserts: [Action] = [
            .insertTrip, .insertTrip, .insertStop, .insertTag, .insertTag, .insertGuide, .insertAccount, .insertPayment,
            .setTicket, .setTicket, .insertNode, .insertLeaf, .insertAlbum, .insertPicture, .insertKinds,
        ]
        static let values: [Action] = [
            .rename, .annotate, .spend, .rate, .retitle, .photograph, .recolor, .relabel, .pay, .relabelNode, .weigh,
            .changeKinds, .recaption, .swapLabels, .swapLabelsTwice, .replaceTag,
        ]
        static let moves: [Action] = [
            .moveStop, .toggleTag, .setGuide, .arrange, .arrange, .takeTicket, .takeTicket, .moveNode, .movePicture,
        ]
        static let deletions: [Action] = [
            .deleteTrip, .deleteStop, .deleteTag, .deleteGuide, .deleteAccount, .deletePayment, .deleteTicket,
            .deleteNode,
            .deleteAlbum, .deletePicture, .deleteKinds,
        ]
        static let rounds: [Action] = [.fetch, .send]
        static let faults: [Action] = [
            .crash, .crash, .leave, .meet, .meet, .shiftClock, .saveMeanwhile, .saveMeanwhile, .collide, .collide,
            .collide, .deleteHistory, .hideBlobs, .showBlobs, .backup, .restore, .restore, .reset, .upgrade,
        ]
        /// The edits of a program.
        static let edits = inserts + values + moves + deletions
    }

    package let device: Int
    package let action: Action
    package let first: UInt64
    package let second: UInt64

    package init(_ device: Int, _ action: Action, _ first: UInt64 = 0, _ second: UInt64 = 0) {
        self.init(device: device, action: action, first: first, second: second)
    }

    init(device: Int, action: Action, first: UInt64, second: UInt64) {
        (self.device, self.action, self.first, self.second) = (device, action, first, second)
    }

    package var description: String { "\(device).\(action.rawValue)(\(first % 1_000), \(second % 1_000))" }
}

/// Numbers that a seed decides (SplitMix64, Steele, Lea and Flood, 2014).
package struct SimulatedNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A schedule: the devices and the steps that a seed makes.
package struct SimulatedSchedule: Sendable {
    package let seed: UInt64
    package let deviceCount: Int
    /// True where the devices have stores in files, and crash.
    package let usesFiles: Bool
    package let isTotal: Bool
    /// The devices that begin with an earlier version of the app, as bits.
    package let oldDevices: UInt64
    /// The number of steps before the last device joins, with rows of its own.
    package let lastJoinsAfter: Int
    /// The encryption of all devices.
    package let sealing: SimulatedSealing
    package var steps: [SimulatedStep]

    /// The facts that a schedule has besides its steps, as text.
    package var facts: String {
        "\(usesFiles ? "files" : "memory"), \(isTotal ? "total" : "causal") order, old versions \(String(oldDevices, radix: 2)), "
            + "the last joins after \(lastJoinsAfter), encryption: \(sealing)"
    }

    /// Creates a schedule of certain steps.
    package init(
        devices: Int = 2,
        usesFiles: Bool = false,
        oldDevices: UInt64 = 0,
        sealing: SimulatedSealing = .none,
        _ steps: [SimulatedStep]
    ) {
        seed = 1
        deviceCount = devices
        self.usesFiles = usesFiles
        isTotal = false
        self.oldDevices = oldDevices
        lastJoinsAfter = 0
        self.sealing = sealing
        self.steps = steps
    }

    /// Creates the schedule of a seed. A quarter of all schedules have encryption, unless it is given.
    package init(seed: UInt64, stepCount: Int = 60, sealing: SimulatedSealing? = nil) {
        var numbers = SimulatedNumbers(seed: seed)
        self.seed = seed
        deviceCount = 2 + Int(numbers.next() % 4) + (numbers.next() % 8 == 0 ? 3 : 0)
        usesFiles = numbers.next() % 4 == 0
        isTotal = numbers.next() % 3 == 0
        oldDevices = usesFiles && numbers.next() % 2 == 0 ? numbers.next() : 0
        lastJoinsAfter = numbers.next() % 4 == 0 ? stepCount * 2 / 3 : 0
        var steps: [SimulatedStep] = []
        for _ in 0..<stepCount {
            // Edits are more frequent than deletions and faults.
            let choice = numbers.next() % 100
            let actions: [SimulatedStep.Action] =
                switch choice {
                case ..<28: SimulatedStep.Action.inserts
                case ..<48: SimulatedStep.Action.values
                case ..<60: SimulatedStep.Action.moves
                case ..<70: SimulatedStep.Action.deletions
                case ..<91: SimulatedStep.Action.rounds
                default: SimulatedStep.Action.faults
                }
            steps.append(
                SimulatedStep(
                    device: Int(numbers.next() % UInt64(deviceCount)),
                    action: actions[Int(numbers.next() % UInt64(actions.count))],
                    first: numbers.next(),
                    second: numbers.next()
                )
            )
        }
        self.steps = steps
        // Drawn last, so that a seed has the steps that it had before there was encryption.
        self.sealing = sealing ?? SimulatedSealing(rawValue: numbers.next() % 8) ?? .none
        if usesFiles, numbers.next() % 2 == 0 { addRestore(&numbers) }
    }

    /// Adds a copy of a store in the first half of the steps and its restoration in the second half: few schedules of random steps
    /// have both for the same device.
    private mutating func addRestore(_ numbers: inout SimulatedNumbers) {
        let device = Int(numbers.next() % UInt64(deviceCount))
        let half = UInt64(steps.count / 2)
        guard half > 0 else { return }
        // The later one first: it leaves the places before it as they are.
        steps.insert(SimulatedStep(device, .restore), at: Int(half + numbers.next() % half))
        steps.insert(SimulatedStep(device, .backup), at: Int(numbers.next() % half))
    }
}
