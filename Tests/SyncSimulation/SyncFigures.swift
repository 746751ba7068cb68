package import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore

/// The costs of sync: an initial sync, the bytes of an edit, and a save beside an engine.
package enum SyncFigures {
    /// Prints the figures. Stores are made in a folder.
    package static func run(rows count: Int, folder: URL) async throws {
        let hub = MemoryHub()
        let first = try container(folder.appending(path: "first.store"))
        try fill(first, count)
        let timer = ContinuousClock()
        let sending = try engine(first, hub)
        resetPeak()
        let start = processorTime()
        let sent = try await timer.measure { try await sending.sendChanges() }
        let bytes = hub.packets.reduce(0) { $0 + $1.bytes.count }
        print(
            "join and send \(count) records: \(seconds(sent)), \(processorTime(since: start)), \(bytes / count) bytes a record, "
                + "peak \(peak()) MB"
        )

        let second = try container(folder.appending(path: "second.store"))
        let receiving = try engine(second, hub)
        resetPeak()
        let receipt = processorTime()
        let received = try await timer.measure { try await receiving.fetchChanges() }
        let arrived = try ModelContext(second).fetchCount(FetchDescriptor<SimStop>())
        print(
            "receive \(arrived) records: \(seconds(received)), \(processorTime(since: receipt)), peak \(peak()) MB"
        )

        let context = ModelContext(first)
        guard let stop = try context.fetch(FetchDescriptor<SimStop>()).first else { return }
        let before = hub.packets.reduce(0) { $0 + $1.bytes.count }
        stop.title = "another title"
        try context.save()
        let edit = try await timer.measure { try await sending.sendChanges() }
        print("one edit: \(hub.packets.reduce(0) { $0 + $1.bytes.count } - before) bytes, sent in \(seconds(edit))")
        let arrival = try await timer.measure { try await receiving.fetchChanges() }
        print("one edit among \(count) records: received in \(seconds(arrival))")
        try saves(folder)
    }

    /// A save with an engine that has no network, by one without an engine: the medians of rounds in turn.
    private static func saves(_ folder: URL) throws {
        let plain = try container(folder.appending(path: "plain.store"))
        let synced = try container(folder.appending(path: "synced.store"))
        let hub = MemoryHub()
        let transport = MemoryTransport(hub) { _ in
            [.failBefore(SyncTransportError(.unreachable, "There is no network."))]
        }
        let engine = try SyncEngine(synced, transport: transport)
        defer { withExtendedLifetime(engine) {} }
        var ratios: [Double] = []
        let clock = ContinuousClock()
        func rounds(_ container: ModelContainer) throws -> Double {
            let context = ModelContext(container)
            let time = try clock.measure {
                for number in 0..<200 {
                    context.insert(SimStop(title: "\(number)", trip: nil))
                    try context.save()
                }
            }
            return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        }
        for _ in 0..<9 {
            let without = try rounds(plain)
            ratios.append(try rounds(synced) / without)
        }
        ratios.sort()
        print(
            "200 saves beside an engine without network, by 200 saves without one: \(ratios[4]) (\(ratios[0]) to \(ratios[8]))"
        )
    }

    private static func container(_ url: URL) throws -> ModelContainer {
        let schema = Schema(simulatedModels)
        return try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
    }

    private static func engine(_ container: ModelContainer, _ hub: MemoryHub) throws -> SyncEngine {
        var configuration = SyncConfiguration()
        configuration.isAutomatic = false
        return try SyncEngine(container, transport: MemoryTransport(hub), configuration: configuration)
    }

    private static func fill(_ container: ModelContainer, _ count: Int) throws {
        for start in stride(from: 0, to: count, by: 1_000) {
            let context = ModelContext(container)
            let trip = SimTrip(name: "trip \(start)", start: Date(timeIntervalSinceReferenceDate: Double(start)))
            context.insert(trip)
            for number in start..<min(start + 1_000, count) - 1 {
                context.insert(SimStop(title: "stop \(number)", trip: trip))
            }
            try context.save()
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        String(format: "%.2f s", Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }

    /// The time for which the process has computed, in seconds: other work on the machine does not change it.
    private static func processorTime() -> Double {
        // POSIX has a million ticks in a second.
        Double(clock()) / 1_000_000
    }

    private static func processorTime(since start: Double) -> String {
        String(format: "%.2f s of a processor", processorTime() - start)
    }

    // MARK: Memory

    private static func resetPeak() {
        do { try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) } catch {
            print("the peak of memory could not be reset: \(error)")
        }
    }

    /// The greatest memory of the process since the last reset.
    private static func peak() -> String {
        let status = try? String(contentsOf: URL(fileURLWithPath: "/proc/self/status"), encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") }
        return kilobytes.map { "\($0 / 1_024)" } ?? "unknown"
    }
}
