import Foundation
import SwiftDataSQLite

/// The folders of a run, and what a script's stores are to be in them.
struct Workplace {
    let script: Script
    /// The stores before the script.
    let template: URL
    /// By how many steps have been done, the state of each store.
    private(set) var states: [[String]] = []
    private let base: URL

    init(_ script: Script) throws {
        self.script = script
        let memory = URL(fileURLWithPath: "/dev/shm")
        let files = FileManager.default
        let root = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
        base = root.appendingPathComponent("OpenSwiftDataTorture-\(UUID().uuidString)")
        template = base.appendingPathComponent("template")
        try files.createDirectory(at: template, withIntermediateDirectories: true)
        if let migration = script.migration {
            try migration.fill(template)
            states = [try Self.rawStates(script, template)]
            let copy = try fresh()
            try migration.run(copy)
            states.append(try Self.rawStates(script, copy))
            try discard(copy)
        } else {
            var reference = Reference()
            for step in script.template { step.change(&reference) }
            states = [reference.states(script.storeCount)]
            for step in script.steps {
                step.change(&reference)
                states.append(reference.states(script.storeCount))
            }
            if !script.template.isEmpty { try fill() }
        }
    }

    private func fill() throws {
        let trial = Trial(self, template, steps: script.template)
        trial.run()
        guard trial.problems.isEmpty else { throw RawStore.Failure(description: "\(trial.problems)") }
    }

    /// A copy of the stores before the script.
    func fresh() throws -> URL {
        let folder = empty()
        try FileManager.default.copyItem(at: template, to: folder)
        return folder
    }

    /// The place of a folder that is still to be made.
    func empty() -> URL { base.appendingPathComponent(UUID().uuidString) }

    func discard(_ folder: URL) throws { try FileManager.default.removeItem(at: folder) }
    func discardAll() { try? FileManager.default.removeItem(at: base) }

    /// Without the library.
    static func rawStates(_ script: Script, _ folder: URL) throws -> [String] {
        try script.files.map { name in
            let path = folder.appendingPathComponent(name).path
            guard FileManager.default.fileExists(atPath: path) else { return "" }
            let store = try RawStore(path)
            return try script.migration == nil ? store.state() : store.wholeState()
        }
    }

    /// Which of the allowed states the stores are in; each store has its own commits.
    func problems(_ folder: URL, allowed: [Int]) -> [String] {
        do {
            var problems: [String] = []
            for (index, state) in try Self.rawStates(script, folder).enumerated()
            where !allowed.contains(where: { states[$0][index] == state }) {
                problems.append("\(script.files[index]) is as it was after no save")
            }
            for name in script.files {
                let path = folder.appendingPathComponent(name).path
                if FileManager.default.fileExists(atPath: path) { problems += try RawStore(path).problems() }
            }
            return problems
        } catch {
            return ["\(error)"]
        }
    }

    /// Opens the stores with the library and closes them. Nobody else reads them meanwhile: that would write as well.
    func recover(_ folder: URL, files: any FileCalls) {
        var settings = ConnectionSettings(busyTimeout: 1, watching: .off)
        settings.files = files
        ConnectionSettings.$ordinary.withValue(settings) {
            if let migration = script.migration {
                try? migration.run(folder)
            } else {
                try? Session(folder, storeCount: script.storeCount).close()
            }
        }
    }

    /// Opens the stores with the library, as a program would that starts after the end of another, and looks what is there.
    func settle(_ folder: URL, allowed: [Int]) -> [String] {
        let settings = ConnectionSettings(busyTimeout: 1, watching: .off)
        return ConnectionSettings.$ordinary.withValue(settings) {
            if let migration = script.migration {
                // Whole before or whole after, and then it goes on.
                let before = problems(folder, allowed: allowed)
                do { try migration.run(folder) } catch { return before + ["the store does not open: \(error)"] }
                return before + problems(folder, allowed: [1]) + leftovers(folder)
            }
            var found: [String] = []
            do {
                let session = try Session(folder, storeCount: script.storeCount)
                let read = try session.states(script.storeCount)
                for index in read.indices where !allowed.contains(where: { states[$0][index] == read[index] }) {
                    found.append("the library reads what was after no save")
                }
                try session.close()
            } catch {
                found.append("the store does not open: \(error)")
            }
            return found + problems(folder, allowed: allowed) + leftovers(folder)
        }
    }

    private func leftovers(_ folder: URL) -> [String] {
        do {
            return try script.files.flatMap { try RawStore(folder.appendingPathComponent($0).path).leftovers() }
        } catch {
            return ["\(error)"]
        }
    }
}
