import SwiftData

// The rows that removed zones have left.

extension Store {
    /// Removes the rows of zones that are not there any more: a removal that failed, or whose process died, has left them.
    package func dropOrphans() async throws {
        let orphans = try await container.read { context -> [Int] in
            // The highest number is read before the zones. Zones with greater numbers may be added meanwhile.
            let highest = try Counter.last("zone", context)
            let zones = Set(try context.fetch(FetchDescriptor<SyncZone>()).map(\.number))
            var (orphans, number) = ([Int](), 0)
            while let next = try Self.usedNumber(after: number, upTo: highest, context) {
                if !zones.contains(next) { orphans.append(next) }
                number = next
            }
            return orphans
        }
        for number in orphans { try await dropRows(of: number) }
    }

    /// Removes all rows of a zone that is not there any more. Nothing is added to them: each writer first looks up the
    /// zone.
    func dropRows(of zone: Int) async throws {
        let author = Author.administrator
        while let generation = try await firstGeneration(of: zone) {
            try await dropPackets(zone, generation: generation, isGone: true, by: author)
        }
        try await dropChunks(zone)
        try await dropValues(zone)
        // Bytes without a packet are not left by a server; of devices there are few.
        try await changeInBulk(by: author) { context in
            try context.delete(model: PacketBody.self, where: #Predicate { $0.zone == zone })
            try context.delete(model: ZoneDevice.self, where: #Predicate { $0.zone == zone })
        }
    }

    private func firstGeneration(of zone: Int) async throws -> Int? {
        try await container.read { context in
            var found = FetchDescriptor<Packet>(
                predicate: #Predicate { $0.zone == zone },
                sortBy: [SortDescriptor(\.generation)]
            )
            found.fetchLimit = 1
            return try context.fetch(found).first?.generation
        }
    }

    /// The first number of a zone behind another one that a row has.
    private static func usedNumber(after number: Int, upTo highest: Int, _ context: ModelContext) throws -> Int? {
        var packets = FetchDescriptor<Packet>(
            predicate: #Predicate { $0.zone > number && $0.zone <= highest },
            sortBy: [SortDescriptor(\.zone)]
        )
        var bodies = FetchDescriptor<PacketBody>(
            predicate: #Predicate { $0.zone > number && $0.zone <= highest },
            sortBy: [SortDescriptor(\.zone)]
        )
        var chunks = FetchDescriptor<ValueChunk>(
            predicate: #Predicate { $0.zone > number && $0.zone <= highest },
            sortBy: [SortDescriptor(\.zone)]
        )
        var values = FetchDescriptor<LargeValue>(
            predicate: #Predicate { $0.zone > number && $0.zone <= highest },
            sortBy: [SortDescriptor(\.zone)]
        )
        var devices = FetchDescriptor<ZoneDevice>(
            predicate: #Predicate { $0.zone > number && $0.zone <= highest },
            sortBy: [SortDescriptor(\.zone)]
        )
        // Bytes are not read.
        (bodies.propertiesToFetch, chunks.propertiesToFetch) = ([\.zone], [\.zone])
        (packets.fetchLimit, bodies.fetchLimit, chunks.fetchLimit) = (1, 1, 1)
        (values.fetchLimit, devices.fetchLimit) = (1, 1)
        let numbers = [
            try context.fetch(packets).first?.zone, try context.fetch(bodies).first?.zone,
            try context.fetch(chunks).first?.zone, try context.fetch(values).first?.zone,
            try context.fetch(devices).first?.zone,
        ]
        return numbers.compactMap { $0 }.min()
    }
}
