import SwiftData

/// The writes of a user in one transaction.
package struct AuditEntry: Sendable {
    package let time: Date
    package let author: String
    /// The stored data, in words: the zone's number, devices and sequences, and numbers of bytes.
    package let changes: [String]
}

extension Store {
    /// The last transactions, the newest first. Users have pushed packets and values, an administrator the rest.
    package func audit(limit: Int) async throws -> [AuditEntry] {
        try await container.read { context in
            var newest = HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate {
                    $0.author != "(devices)" && $0.author != "(uploads)" && $0.author != "(compaction)"
                },
                sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)]
            )
            newest.fetchLimit = UInt64(max(1, limit))
            return try context.fetchHistory(newest).map { transaction in
                AuditEntry(
                    time: transaction.timestamp,
                    author: transaction.author ?? "unknown",
                    changes: Self.words(transaction.changes, context)
                )
            }
        }
    }

    private static func words(_ changes: [HistoryChange], _ context: ModelContext) -> [String] {
        var pushes: [[Int]: (first: Int, last: Int, count: Int, bytes: Int)] = [:]
        var others: [String: Int] = [:]
        for change in changes {
            switch change {
            case .insert(let insert as DefaultHistoryInsert<Packet>):
                guard let packet = context.model(for: insert.changedPersistentIdentifier) as? Packet else { continue }
                let key = [packet.zone, packet.device]
                var push = pushes[key] ?? (packet.sequence, packet.sequence, 0, 0)
                push.first = min(push.first, packet.sequence)
                push.last = max(push.last, packet.sequence)
                push.count += 1
                push.bytes += packet.size
                pushes[key] = push
            case .insert(is DefaultHistoryInsert<PacketBody>): continue
            case .insert(is DefaultHistoryInsert<ValueChunk>): others["parts of values", default: 0] += 1
            case .insert(let insert): others["new \(insert.changedPersistentIdentifier.entityName)", default: 0] += 1
            case .update(let update as DefaultHistoryUpdate<LargeValue>):
                if update.updatedAttributes.contains(where: { $0 == \.isWhole }) {
                    others["whole values", default: 0] += 1
                }
            case .update(is DefaultHistoryUpdate<SyncZone>): continue
            case .update(let update):
                others["changed \(update.changedPersistentIdentifier.entityName)", default: 0] += 1
            case .delete(let delete):
                others["deleted \(delete.changedPersistentIdentifier.entityName)", default: 0] += 1
            @unknown default: continue
            }
        }
        let words = pushes.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, push in
            let device = String(UInt(bitPattern: key[1]), radix: 16)
            return
                "zone \(key[0]): device \(device), \(push.count) packets \(push.first) to \(push.last), \(push.bytes) bytes"
        }
        return words + others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    }

    /// Forgets the transactions before a time.
    func dropHistory(before time: Date) async throws {
        try await changeInBulk(by: Author.administrator) { context in
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < time })
            )
        }
    }
}
