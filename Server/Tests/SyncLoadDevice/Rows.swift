import ArgumentParser
import Foundation
import SwiftData
import SwiftDataSync

/// Inserts rows and sends them.
struct Fill: AsyncParsableCommand {
    @OptionGroup var device: DeviceOptions
    @Option(help: "The number of rows.") var count: Int

    func run() async throws {
        let container = try device.container()
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for first in stride(from: 0, to: count, by: 1_000) {
            for number in first..<min(first + 1_000, count) { context.insert(LoadNote("note-\(number)", number)) }
            try context.save()
        }
        let engine = try device.engine(of: container, isAutomatic: false)
        let start = now()
        try await engine.sendChanges()
        try report("sent \(count) \(now() - start)")
    }
}

/// Fetches everything.
struct Join: AsyncParsableCommand {
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let start = now()
        let container = try device.container()
        let engine = try device.engine(of: container, isAutomatic: false)
        try await engine.fetchChanges()
        let seconds = now() - start
        let rows = try ModelContext(container).fetchCount(FetchDescriptor<LoadNote>())
        try report("fetched \(rows) \(seconds) \(engine.state.heldRows)")
    }
}
