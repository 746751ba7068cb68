import SwiftData

// Rows of any number, removed some at a time: pushes to all zones wait for each transaction.

extension Store {
    /// The rows that one transaction removes.
    package static let slice = 500

    /// Removes the packets of a generation up to a position, and their bytes; in the log the bytes alone, unless all is removed.
    func dropPackets(_ zone: Int, generation: Int, upTo: Int = .max, isGone: Bool = false, by author: String)
        async throws
    {
        try await inSlices(by: author) { context in
            var found = FetchDescriptor<PacketBody>(
                predicate: #Predicate { $0.zone == zone && $0.generation == generation && $0.position <= upTo },
                sortBy: [SortDescriptor(\.position)]
            )
            (found.fetchLimit, found.propertiesToFetch) = (1, [\.position])
            guard let first = try context.fetch(found).first?.position else { return false }
            let last = min(upTo, Self.last(of: first))
            try context.delete(
                model: PacketBody.self,
                where: #Predicate { $0.zone == zone && $0.generation == generation && $0.position <= last }
            )
            return true
        }
        guard generation > 0 || isGone else { return }
        try await inSlices(by: author) { context in
            var found = FetchDescriptor<Packet>(
                predicate: #Predicate { $0.zone == zone && $0.generation == generation },
                sortBy: [SortDescriptor(\.position)]
            )
            found.fetchLimit = 1
            guard let first = try context.fetch(found).first?.position else { return false }
            let last = Self.last(of: first)
            try context.delete(
                model: Packet.self,
                where: #Predicate { $0.zone == zone && $0.generation == generation && $0.position <= last }
            )
            return true
        }
    }

    /// Removes the chunks of a value, or of all values of a zone.
    func dropChunks(_ zone: Int, _ serial: Int? = nil) async throws {
        let (lowest, highest) = (serial ?? .min, serial ?? .max)
        try await inSlices(by: Author.uploads) { context in
            var found = FetchDescriptor<ValueChunk>(
                predicate: #Predicate { $0.zone == zone && $0.serial >= lowest && $0.serial <= highest },
                sortBy: [SortDescriptor(\.serial), SortDescriptor(\.offset)]
            )
            (found.fetchLimit, found.propertiesToFetch) = (1, [\.serial, \.offset])
            guard let first = try context.fetch(found).first else { return false }
            // Chunks have 1 MiB, and fewer bytes where a connection was slow.
            let (serial, sum) = (first.serial, first.offset.addingReportingOverflow(64 << 20))
            let last = sum.overflow ? Int.max : sum.partialValue
            try context.delete(
                model: ValueChunk.self,
                where: #Predicate { $0.zone == zone && $0.serial == serial && $0.offset <= last }
            )
            return true
        }
    }

    /// Removes the rows about the values of a zone.
    func dropValues(_ zone: Int) async throws {
        try await inSlices(by: Author.administrator) { context in
            var found = FetchDescriptor<LargeValue>(
                predicate: #Predicate { $0.zone == zone },
                sortBy: [SortDescriptor(\.name)]
            )
            found.fetchLimit = Self.slice
            guard let last = try context.fetch(found).last?.name else { return false }
            try context.delete(model: LargeValue.self, where: #Predicate { $0.zone == zone && $0.name <= last })
            return true
        }
    }

    private static func last(of first: Int) -> Int {
        let sum = first.addingReportingOverflow(slice - 1)
        return sum.overflow ? .max : sum.partialValue
    }

    /// Changes rows until nothing is left, in transactions of their own.
    private func inSlices(
        by author: String,
        _ body: @escaping @Sendable (ModelContext) throws -> Bool
    ) async throws {
        while try await changeInBulk(by: author, body) {
            try await pauses.reach(.sliceRemoved)
        }
    }
}
