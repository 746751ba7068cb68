import SwiftData

extension Store {
    /// The packets after a position.
    ///
    /// - Parameters:
    ///   - device: The device whose packets are left out.
    ///   - limit: The number of bytes after which no packet is added, each with 24 more. One is sent even if it is larger.
    /// - Throws: ``Problem`` `cursorInvalid` where the position is not of this log, or the packets behind it have been
    ///   merged.
    func page(_ access: Access, after: Position?, without device: Int?, limit: Int) async throws -> Page {
        try await container.read { context in
            guard let zone = try SyncZone.find(access.zone, context), zone.account == access.account else {
                throw Problem.zoneMissing(for: access.user)
            }
            // The end is read before the packets: they are committed in their order, so that all up to it are there.
            let (last, generation) = (zone.last, zone.generation)
            let (mergedUpTo, snapshotLast) = (zone.mergedUpTo, zone.snapshotLast)
            pauses.reachBlocking(.pageBegun)
            var position =
                after ?? (generation > 0 ? .snapshot(generation: generation, 0) : .log(0))
            var reader = PageReader(
                context: context,
                zone: zone.number,
                current: generation,
                device: device,
                room: limit
            )
            if case .snapshot(let of, let start) = position {
                guard of == generation, of > 0, start <= snapshotLast else { throw Problem.cursorInvalid }
                if let cut = try reader.read(generation, after: start, upTo: snapshotLast) {
                    return try reader.page(.snapshot(generation: generation, cut))
                }
                position = .log(mergedUpTo)
            }
            guard case .log(let start) = position, start >= mergedUpTo, start <= last else {
                throw Problem.cursorInvalid
            }
            if let cut = try reader.read(0, after: start, upTo: last) { return try reader.page(.log(cut)) }
            return try reader.page(.log(last), hasMore: false)
        }
    }
}
