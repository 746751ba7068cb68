import SwiftDataSyncCore

/// A random history that a maintained view and the view of all states follow side by side.
enum MaintainedHistory {
    /// Returns the first difference. `perStep` looks at the world after each step.
    static func difference(
        seed: UInt64,
        fault: MemoryStorage.Fault? = nil,
        perStep: (MaintainedWorld) -> Void = { _ in }
    ) throws -> String? {
        var numbers = SeededNumbers(seed)
        var schema = RandomSchema(&numbers)
        var world = MaintainedWorld(schema.rules)
        world.storage.fault = fault
        var parts = schema.parts(35, &numbers)
        var step = 0
        while !parts.isEmpty {
            let count = numbers.chance(75) ? 1 : min(parts.count, numbers.below(6) + 1)
            var batch: [RecordID: RecordState] = [:]
            for (id, part) in parts.prefix(count) { batch[id, default: RecordState()].merge(part) }
            parts.removeFirst(count)
            try world.apply(batch)
            if numbers.chance(10) {
                try world.apply(world.view.joins(of: Deliveries(), in: world.storage) ?? [:])
            }
            step += 1
            perStep(world)
            if let found = try world.difference() { return "step \(step): \(found)" }
            guard numbers.chance(15) || parts.isEmpty else { continue }
            if let found = try world.differenceFromWhole() { return "step \(step), from the whole: \(found)" }
            if numbers.chance(30) {
                try world.rebuild(chunk: numbers.below(5) + 1)
                if let found = try world.difference() ?? world.differenceFromWhole() {
                    return "step \(step), built anew: \(found)"
                }
            }
        }
        return nil
    }
}
