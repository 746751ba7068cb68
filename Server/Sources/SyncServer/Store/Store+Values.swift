import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// The stored part of a large value.
enum ValueState: Equatable, Sendable {
    case whole(size: Int, serial: Int)
    case partial(Int)
}

extension Store {
    func state(of name: String, _ access: Access) async throws -> ValueState {
        try await container.read { context in
            guard let value = try LargeValue.find(name, in: access.zone, context) else { return .partial(0) }
            return value.isWhole ? .whole(size: value.arrived, serial: value.serial) : .partial(value.arrived)
        }
    }

    /// Appends bytes of a value, and skips bytes that have arrived already.
    ///
    /// - Throws: ``Problem`` `offsetMismatch` where the bytes begin after the arrived bytes, and `storageFull`.
    func append(_ bytes: Data, at offset: Int, to name: String, _ access: Access, quota: Int) async throws -> ValueState
    {
        let (now, serial) = (now(), Int.random(in: 1 ... .max))
        return try await container.write { context in
            context.author = access.user
            guard let zone = try SyncZone.find(access.zone, context) else {
                throw Problem.zoneMissing(for: access.user)
            }
            let found = try LargeValue.find(name, in: zone.number, context)
            if let found, found.isWhole { return .whole(size: found.arrived, serial: found.serial) }
            let arrived = found?.arrived ?? 0
            guard offset <= arrived else { throw Problem.offsetMismatch(arrived) }
            let new = bytes.dropFirst(arrived - offset)
            let value = found ?? LargeValue(zone: zone.number, name: name, serial: serial, touched: now)
            let charge = new.count + (found == nil ? SyncZone.valueCharge : 0)
            guard charge == 0 || zone.charge + charge <= zone.quota ?? quota else { throw Problem.storageFull }
            if found == nil {
                context.insert(value)
                zone.uploads += 1
            }
            value.touched = now
            guard !new.isEmpty else { return .partial(arrived) }
            context.insert(ValueChunk(Data(new), zone: zone.number, serial: value.serial, offset: arrived))
            value.arrived += new.count
            zone.valueBytes += new.count
            return .partial(value.arrived)
        }
    }

    /// Compares the size and the hash of a value that has arrived, and makes it whole for all devices. Returns the number of
    /// whole values of the zone.
    ///
    /// - Throws: ``Problem`` `damaged` where it is another one. All of its bytes are forgotten then.
    func finish(_ name: String, size: Int, _ access: Access) async throws -> Int {
        let zone = access.zone
        let found = try await container.read { context in
            try LargeValue.find(name, in: zone, context).map {
                (isWhole: $0.isWhole, arrived: $0.arrived, serial: $0.serial)
            }
        }
        guard let found else { throw Problem.valueMissing(0) }
        guard found.isWhole || found.arrived >= size else { throw Problem.offsetMismatch(found.arrived) }
        let isSame =
            !found.isWhole && found.arrived == size
            ? try await hash(found.serial, found.arrived, access) == name : false
        let count = try await container.write { context -> Int? in
            context.author = access.user
            guard let value = try LargeValue.find(name, in: zone, context), value.serial == found.serial,
                let zone = try SyncZone.find(zone, context)
            else { return nil }
            if value.isWhole { return zone.valueCount }
            guard isSame, value.arrived == size else {
                zone.valueBytes -= value.arrived
                zone.endUpload()
                context.delete(value)
                return nil
            }
            value.isWhole = true
            zone.valueCount += 1
            zone.endUpload()
            return zone.valueCount
        }
        guard let count else {
            try await dropChunks(zone, found.serial)
            throw Problem.damaged
        }
        return count
    }

    private func hash(_ serial: Int, _ size: Int, _ access: Access) async throws -> String {
        var hasher = BlobHasher()
        var offset = 0
        while offset < size {
            let bytes = try await chunk(serial, at: offset, access)
            // The hash of a chunk takes milliseconds: between two chunks other tasks have their turn.
            hasher.update(bytes)
            offset += bytes.count
            await Task.yield()
        }
        return Words.hexadecimal(hasher.finish().hash)
    }

    /// The bytes of a value from an offset to the end of a chunk.
    func chunk(_ serial: Int, at offset: Int, _ access: Access) async throws -> Data {
        let zone = access.zone
        let bytes = try await container.read { context in
            var found = FetchDescriptor<ValueChunk>(
                predicate: #Predicate { $0.zone == zone && $0.serial == serial && $0.offset <= offset },
                sortBy: [SortDescriptor(\.offset, order: .reverse)]
            )
            found.fetchLimit = 1
            return try context.fetch(found).first.map { $0.bytes.dropFirst(offset - $0.offset) }.map { Data($0) }
        }
        guard let bytes, !bytes.isEmpty else { throw Problem.busy }
        return bytes
    }

    /// Forgets uploads without progress for a time. Returns their number.
    @discardableResult
    package func dropUploads(untouchedSince limit: Date, atOnce slice: Int = 100) async throws -> Int {
        var (count, found) = (0, 0)
        repeat {
            found = try await dropSomeUploads(untouchedSince: limit, slice)
            count += found
        } while found == slice
        return count
    }

    private func dropSomeUploads(untouchedSince limit: Date, _ slice: Int) async throws -> Int {
        let old = try await container.read { context in
            var found = FetchDescriptor<LargeValue>(predicate: #Predicate { !$0.isWhole && $0.touched < limit })
            found.fetchLimit = slice
            return try context.fetch(found).map { (zone: $0.zone, name: $0.name, serial: $0.serial) }
        }
        for upload in old {
            let isDropped = try await container.write { context in
                context.author = Author.uploads
                guard let value = try LargeValue.find(upload.name, in: upload.zone, context), !value.isWhole,
                    value.serial == upload.serial, value.touched < limit
                else { return false }
                if let zone = try SyncZone.find(upload.zone, context) {
                    zone.valueBytes -= value.arrived
                    zone.endUpload()
                }
                context.delete(value)
                return true
            }
            if isDropped { try await dropChunks(upload.zone, upload.serial) }
        }
        return old.count
    }
}
