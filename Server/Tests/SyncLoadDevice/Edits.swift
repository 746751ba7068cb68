import ArgumentParser
import Foundation
import SwiftData
import SwiftDataSync

/// Edits one row again and again, and prints when each save has returned.
struct Edit: AsyncParsableCommand {
    @OptionGroup var device: DeviceOptions
    @Option(help: "The number of edits.") var count: Int
    @Option(help: "The milliseconds between two edits.") var pause: Int

    func run() async throws {
        let container = try device.container()
        let engine = try device.engine(of: container, isAutomatic: true)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let note = LoadNote("edited", 0)
        context.insert(note)
        for value in 1...count {
            try await Task.sleep(for: .milliseconds(pause))
            note.value = value
            try context.save()
            try report("saved \(value) \(now())")
        }
        try await engine.sendChanges()
    }
}

/// Prints when each value of the edited row is in this store, until the last one is.
struct Watch: AsyncParsableCommand {
    @OptionGroup var device: DeviceOptions
    @Option(help: "The last value.") var count: Int

    func run() async throws {
        let container = try device.container()
        let engine = try device.engine(of: container, isAutomatic: true)
        try report("watching")
        var last = -1
        while last < count {
            let edited = FetchDescriptor<LoadNote>(predicate: #Predicate { $0.key == "edited" })
            let value = try ModelContext(container).fetch(edited).first?.value ?? last
            if value != last { try report("seen \(value) \(now())") }
            last = value
            try await Task.sleep(for: .milliseconds(5))
        }
        if let error = engine.state.lastError { throw error }
    }
}
