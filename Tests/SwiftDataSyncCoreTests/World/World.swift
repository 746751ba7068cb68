import SwiftDataSyncCore

/// Devices that edit records and exchange change sets over a network that drops, repeats and reorders.
struct World {
    typealias Merge = @Sendable (RecordState, RecordState) -> RecordState

    struct Device {
        var editor: RecordEditor
        /// The milliseconds by which the wall clock is wrong.
        let offset: Int
        var records: [RecordID: RecordState] = [:]
        var seen: Set<Int> = []
        var sequence: UInt64 = 0
    }

    struct Message {
        let receiver: Int
        let bytes: [UInt8]
        let edits: Set<Int>
    }

    static let property: [SyncName] = ["name", "days", "best", "least", "votes"]
    static let tags = (1...3).map { RecordID("Tag", $0) }

    private(set) var devices: [Device]
    private(set) var log: [LoggedEdit] = []
    private(set) var failure: String?
    private var network: [Message] = []
    private var sent: [Message] = []
    private var numbers: SeededNumbers
    private var now: Int = 1_700_000_000_000
    private var inserted = 0
    private let merge: Merge
    /// True where change sets are sealed, and a server without the key sends what it has merged of them.
    let isSealed: Bool

    init(seed: UInt64, isSealed: Bool = false, merge: @escaping Merge = { $0.merged(with: $1) }) {
        numbers = SeededNumbers(seed)
        self.merge = merge
        self.isSealed = isSealed
        var policies = MergePolicies()
        policies.set(.max, entity: "Trip", property: "best")
        policies.set(.min, entity: "Trip", property: "least")
        policies.set(.counter, entity: "Trip", property: "votes")
        let day = 86_400_000
        devices = []
        for number in 0..<(numbers.below(4) + 2) {
            let offset = numbers.pick([0, 0, 0, 5, -40, day, -day])
            let clock = DeviceClock(device: DeviceNumber(UInt64(100 - number)))
            devices.append(Device(editor: RecordEditor(clock: clock, policies: policies), offset: offset))
            devices[number].editor.writesCandidates = isSealed
        }
    }

    /// Makes an edit, or delivers a message, or restarts a device.
    mutating func step() throws {
        if numbers.chance(50) { now += numbers.below(20) }
        switch numbers.below(100) {
        case 0..<45: try edit(numbers.below(devices.count))
        case 45..<96:
            guard !network.isEmpty else { return }
            let index = numbers.below(network.count)
            let message = numbers.chance(15) ? network[index] : network.remove(at: index)
            if numbers.chance(20) { return }
            try deliver(message)
        default: try restart(numbers.below(devices.count))
        }
    }

    /// Delivers all change sets to all devices, in any order.
    mutating func quiet() throws {
        for message in sent.shuffled(using: &numbers) { try deliver(message) }
        network = []
    }

    private mutating func restart(_ index: Int) throws {
        devices[index].records = try SyncState(decoding: SyncState(devices[index].records).encoded).records
    }

    private mutating func deliver(_ message: Message) throws {
        if isSealed, numbers.chance(10) { try receive(snapshot(for: message.receiver)) }
        try receive(message)
    }

    private mutating func receive(_ message: Message) throws {
        let changes = try ChangeSet(decoding: message.bytes)
        for (id, part) in changes.records {
            let part = isSealed ? try ToySealing.open(part, id) : part
            apply(part, to: id, message.receiver)
            let wall = UInt64(now + devices[message.receiver].offset)
            if let clock = part.latestClock { devices[message.receiver].editor.clock.observe(clock, now: wall) }
        }
        devices[message.receiver].seen.formUnion(message.edits)
    }

    /// What a server that has no key has merged of all change sets.
    private func snapshot(for receiver: Int) throws -> Message {
        var (state, edits) = (SyncState(), Set<Int>())
        for message in sent {
            state.apply(try ChangeSet(decoding: message.bytes))
            edits.formUnion(message.edits)
        }
        let changes = ChangeSet(device: DeviceNumber(1), sequence: 1, records: state.records)
        return Message(receiver: receiver, bytes: changes.encoded, edits: edits)
    }

    private mutating func apply(_ part: RecordState, to id: RecordID, _ index: Int) {
        devices[index].records[id] = merge(devices[index].records[id] ?? RecordState(), part)
    }

    // MARK: Edits

    private mutating func edit(_ index: Int) throws {
        var changes = ChangeSet(device: devices[index].editor.clock.device, sequence: devices[index].sequence)
        devices[index].sequence += 1
        var edits: Set<Int> = []
        for _ in 0...numbers.below(2) {
            guard let (id, edit) = try makeEdit(index) else { continue }
            edits.insert(log.count)
            log.append(edit)
            apply(edit.part, to: id, index)
            devices[index].seen.insert(log.count - 1)
            changes.add(isSealed ? ToySealing.seal(edit.part, id) : edit.part, to: id)
        }
        guard !edits.isEmpty else { return }
        for receiver in devices.indices where receiver != index {
            let message = Message(receiver: receiver, bytes: changes.encoded, edits: edits)
            network.append(message)
            sent.append(message)
        }
    }

    private mutating func makeEdit(_ index: Int) throws -> (RecordID, LoggedEdit)? {
        let wall = UInt64(now + devices[index].offset)
        let known = devices[index].records.filter { $0.value.hasArrived }.keys.sorted()
        let seen = devices[index].seen
        if known.isEmpty || (inserted < 4 && numbers.chance(15)) {
            inserted += 1
            let id = RecordID("Trip", inserted)
            let state = devices[index].records[id] ?? RecordState()
            let part = try devices[index].editor.insert(state, now: wall)
            return (id, LoggedEdit(record: id, kind: .insert, clock: part.life?.clock, seen: seen, part: part))
        }
        let id = numbers.pick(known)
        let state = devices[index].records[id] ?? RecordState()
        guard state.isAlive else {
            guard numbers.chance(30) else { return nil }
            let part = try devices[index].editor.undelete(state, now: wall)
            return (id, LoggedEdit(record: id, kind: .undelete, clock: part.life?.clock, seen: seen, part: part))
        }
        guard let (kind, part) = try change(id, state, index, wall) else { return nil }
        let clock = part.life?.clock ?? part.edited
        return (id, LoggedEdit(record: id, kind: kind, clock: clock, seen: seen, part: part))
    }

    private mutating func change(
        _ id: RecordID,
        _ state: RecordState,
        _ index: Int,
        _ wall: UInt64
    ) throws -> (LoggedEdit.Kind, RecordState)? {
        switch numbers.below(20) {
        case 0..<3: return (.delete, try devices[index].editor.delete(state, now: wall))
        case 3..<12:
            let (name, number) = (numbers.pick(Self.property), numbers.below(9))
            let part = try devices[index].editor.assign(.int(Int64(number)), to: name, of: state, id, now: wall)
            guard name == "votes" else { return (.assign(name, number), part) }
            let shown = ReferenceModel(log: log).record(id, devices[index].seen).counts[name] ?? 0
            return (.count(name, number - shown), part)
        case 12..<14:
            let others = devices[index].records.values.compactMap { $0.orders["stops"]?.value }.sorted()
            let place = numbers.below(others.count + 1)
            let key = try OrderKey.between(
                place > 0 ? others[place - 1] : nil,
                place < others.count && (place == 0 || others[place - 1] < others[place]) ? others[place] : nil,
                device: devices[index].editor.clock.device
            )
            return (.place(key), try devices[index].editor.place(key, in: "stops", of: state, now: wall))
        case 14..<17:
            let (member, isPresent) = (numbers.pick(Self.tags), numbers.chance(50))
            guard let part = try devices[index].editor.setMember(isPresent, member, in: "tags", of: state) else {
                return nil
            }
            return (.member(member, isPresent), part)
        case 17:
            let other = RecordID("Trip", numbers.below(3) + 10)
            return (.join(other), RecordState(aliases: [other]))
        default:
            // A field of a later version, which begins with a clock, as fields of later versions do.
            let clock = try devices[index].editor.clock.tick(now: wall, after: state.latestClock)
            let item = [0x50] + UUIDBits(high: clock.time, low: clock.device.rawValue).bytes
            let part = RecordState(edited: clock, unknown: UnknownFields([40: item]))
            return (.novelty(item), part)
        }
    }
}
