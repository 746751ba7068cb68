import SwiftDataSyncCore

/// Random rules, and random parts of states for them: few records, clocks and values, so that many of them meet.
struct RandomSchema {
    let rules: SyncRules
    private let ids: [RecordID]
    private let values: Int
    private var time: UInt64 = 0

    private static let entities: [SyncName] = ["A", "B", "C"]
    private static let keys: [OrderKey] = (1...3).compactMap {
        try? OrderKey.between(nil, nil, device: DeviceNumber($0))
    }

    init(_ numbers: inout SeededNumbers) {
        var policies = MergePolicies()
        if numbers.chance(15) { policies.set(.max, entity: "A", property: "r0") }
        if numbers.chance(15) { policies.set(.min, entity: "B", property: "u") }
        var entities: [SyncName: SyncRules.Entity] = [:]
        for name in Self.entities { entities[name] = Self.entity(name, &numbers) }
        rules = SyncRules(entities, policies: policies)
        values = numbers.below(4) + 1
        ids = (0..<(6 + numbers.below(7))).map { RecordID(numbers.pick(Self.entities), $0) }
    }

    private static func rule(_ numbers: inout SeededNumbers) -> SyncRules.DeleteRule {
        numbers.pick([.cascade, .nullify, .deny, .deny])
    }

    private static func entity(_ name: SyncName, _ numbers: inout SeededNumbers) -> SyncRules.Entity {
        var references: [SyncName: SyncRules.Reference] = [:]
        for property: SyncName in ["r0", "r1"] where numbers.chance(80) {
            references[property] = .init(
                isRequired: numbers.chance(40),
                onDeletion: rule(&numbers),
                partner: numbers.chance(25) ? numbers.pick(["A.x", "B.x"]) : nil
            )
        }
        var pairs: [SyncName: SyncRules.Pairs] = [:]
        if numbers.chance(60) {
            pairs["p"] = .init(
                onOwnerDeletion: numbers.chance(50) ? .nullify : rule(&numbers),
                onMemberDeletion: numbers.chance(50) ? .nullify : rule(&numbers)
            )
        }
        var unique: [SyncRules.Unique] = []
        if numbers.chance(60) { unique.append(.init(scope: numbers.chance(15) ? "S" : name, properties: ["u"])) }
        if numbers.chance(50) { unique.append(.init(scope: name, properties: ["r0", "v"])) }
        if numbers.chance(20) { unique.append(.init(scope: name, properties: ["v", "u"])) }
        return SyncRules.Entity(references: references, pairs: pairs, unique: unique)
    }

    /// Returns the parts of a history, of which the first ones insert records, in random order and with repeats.
    mutating func parts(_ count: Int, _ numbers: inout SeededNumbers) -> [(RecordID, RecordState)] {
        var parts: [(RecordID, RecordState)] = []
        for id in ids where numbers.chance(95) {
            parts.append((id, RecordState(life: Life(length: 1, clock: clock(&numbers)))))
        }
        for _ in 0..<count { parts.append((numbers.pick(ids), part(&numbers))) }
        for _ in 0..<(count / 8) { parts.append(numbers.pick(parts)) }
        return numbers.chance(70) ? parts : parts.shuffled(using: &numbers)
    }

    private mutating func clock(_ numbers: inout SeededNumbers) -> HybridClock {
        time += 1
        return HybridClock(numbers.chance(20) ? UInt64(numbers.below(Int(time)) + 1) : time, UInt64(numbers.below(3)))
    }

    private mutating func part(_ numbers: inout SeededNumbers) -> RecordState {
        switch numbers.below(100) {
        case ..<22:
            return RecordState(life: Life(length: numbers.pick([1, 2, 2, 2, 3]), clock: clock(&numbers)))
        case ..<55:
            let target = numbers.chance(8) ? SyncValue.null : .reference(numbers.pick(ids))
            return RecordState(properties: [numbers.pick(["r0", "r0", "r1", "r2"]): property(target, &numbers)])
        case ..<72:
            let value = numbers.chance(10) ? SyncValue.null : .int(Int64(numbers.below(values)))
            return RecordState(properties: [numbers.pick(["u", "v"]): property(value, &numbers)])
        case ..<92:
            let order = numbers.chance(50) ? Register(clock: clock(&numbers), value: numbers.pick(Self.keys)) : nil
            let pair = MemberState(length: UInt64(numbers.below(3) + 1), order: order)
            return RecordState(members: [numbers.chance(90) ? "p" : "q": [numbers.pick(ids): pair]])
        case ..<97:
            return RecordState(orders: ["place": Register(clock: clock(&numbers), value: numbers.pick(Self.keys))])
        default:
            return RecordState(aliases: [numbers.chance(80) ? numbers.pick(ids) : RecordID("A", 90 + numbers.below(2))])
        }
    }

    private mutating func property(_ value: SyncValue, _ numbers: inout SeededNumbers) -> PropertyState {
        let register = Register(clock: clock(&numbers), value: value)
        return switch numbers.below(20) {
        case 0: PropertyState(greatest: register)
        case 1: PropertyState(least: register)
        default: PropertyState(written: register)
        }
    }
}
