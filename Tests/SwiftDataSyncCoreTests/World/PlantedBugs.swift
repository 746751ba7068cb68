import SwiftDataSyncCore

/// Functions that merge wrongly, each in one way.
enum PlantedBugs {
    static let all: [(name: String, merge: World.Merge)] = [
        (
            "the register that arrives wins",
            inProperties { own, other, merged in merged.written = other.written ?? own.written }
        ),
        (
            "the register that is there wins",
            inProperties { own, other, merged in merged.written = own.written ?? other.written }
        ),
        (
            "devices do not count in clocks",
            inProperties { own, other, merged in
                if let left = own.written, let right = other.written, left.clock.time == right.clock.time {
                    merged.written = left
                }
            }
        ),
        (
            "the least value is the greatest",
            inProperties { own, other, merged in
                merged.least = Extremum.greatest.winner(own.least, other.least)
            }
        ),
        (
            "the later value wins under max",
            inProperties { own, other, merged in
                if let left = own.greatest, let right = other.greatest { merged.greatest = left < right ? right : left }
            }
        ),
        (
            "counts are added when they arrive",
            counts {
                CounterState.Entry(
                    sequence: max($0.sequence, $1.sequence),
                    count: $0.count &+ $1.count
                )
            }
        ),
        ("the greater count wins", counts { $0.count < $1.count ? $1 : $0 }),
        (
            "the later clock of life wins",
            { own, other in
                var merged = own.merged(with: other)
                if let left = own.life, let right = other.life { merged.life = left.clock < right.clock ? right : left }
                return merged
            }
        ),
        (
            "the clock of a deletion stays",
            { own, other in
                var merged = own.merged(with: other)
                if let left = own.life, let right = other.life, left.length == right.length {
                    merged = merged.replacing(life: left, died: own.died)
                }
                return merged
            }
        ),
        (
            "a longer life undoes a deletion",
            { own, other in
                let merged = own.merged(with: other)
                return merged.replacing(life: merged.life, died: nil)
            }
        ),
        (
            "the clock of the last edit is lost",
            { own, other in
                var merged = own.merged(with: other)
                merged.edited = own.edited ?? other.edited
                return merged
            }
        ),
        (
            "a deletion forgets the values",
            { own, other in
                var merged = own.merged(with: other)
                if !merged.isAlive, merged.hasArrived { merged.properties = [:] }
                return merged
            }
        ),
        (
            "a present pair stays present",
            { own, other in
                let merged = own.merged(with: other)
                var members = merged.members
                for (id, pair) in own.members["tags"] ?? [:] where pair.isPresent { members["tags"]?[id] = pair }
                return merged.replacing(members: members)
            }
        ),
        (
            "the place that arrives wins",
            { own, other in
                var merged = own.merged(with: other)
                merged.orders.merge(other.orders) { $1 }
                return merged
            }
        ),
        (
            "aliases are replaced",
            { own, other in
                var merged = own.merged(with: other)
                if !other.aliases.isEmpty { merged.aliases = other.aliases }
                return merged
            }
        ),
        (
            "fields of later versions are dropped",
            { own, other in
                var merged = own.merged(with: other)
                merged.unknown = own.unknown
                return merged
            }
        ),
    ]

    private static func inProperties(
        _ spoil: @escaping @Sendable (PropertyState, PropertyState, inout PropertyState) -> Void
    ) -> World.Merge {
        { own, other in
            var merged = own.merged(with: other)
            for (name, property) in other.properties {
                guard let before = own.properties[name], var after = merged.properties[name] else { continue }
                spoil(before, property, &after)
                merged.properties[name] = after
            }
            return merged
        }
    }

    private static func counts(
        _ join: @escaping @Sendable (CounterState.Entry, CounterState.Entry) -> CounterState.Entry
    ) -> World.Merge {
        inProperties { own, other, merged in
            merged.counts = CounterState(own.counts.entries.merging(other.counts.entries, uniquingKeysWith: join))
        }
    }
}

extension RecordState {
    /// Returns the state with another life. `died` counts where the life is no deletion with a later clock.
    fileprivate func replacing(
        life: Life?,
        died: HybridClock?,
        members: [SyncName: [RecordID: MemberState]]? = nil
    ) -> RecordState {
        RecordState(
            life: life,
            isInserted: isInserted,
            edited: edited,
            died: died,
            properties: properties,
            orders: orders,
            members: members ?? self.members,
            aliases: aliases,
            unknown: unknown
        )
    }

    fileprivate func replacing(members: [SyncName: [RecordID: MemberState]]) -> RecordState {
        replacing(life: life, died: died, members: members)
    }
}
