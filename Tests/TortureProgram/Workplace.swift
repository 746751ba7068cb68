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
        if let whole = script.whole {
            try whole.fill(template)
            states = [try Self.rawStates(script, template)]
            let copy = try fresh()
            try whole.run(copy)
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
        try Self.age(folder)
        return folder
    }

    /// Makes files look as if they had been there for a while. The library waits for the clock of the file system where it
    /// reads a file without locks that has just been written: some 20 ms for each trial.
    private static func age(_ folder: URL) throws {
        let files = FileManager.default
        // Whole seconds: Foundation may round a fraction up to a whole one, which the system refuses.
        let past = Date(timeIntervalSinceReferenceDate: (Date.timeIntervalSinceReferenceDate - 60).rounded(.down))
        for name in try files.subpathsOfDirectory(atPath: folder.path) {
            let path = folder.appendingPathComponent(name).path
            try files.setAttributes([.modificationDate: past], ofItemAtPath: path)
        }
    }

    /// The place of a folder that is still to be made.
    func empty() -> URL { base.appendingPathComponent(UUID().uuidString) }

    func discard(_ folder: URL) throws { try FileManager.default.removeItem(at: folder) }
    func discardAll() { try? FileManager.default.removeItem(at: base) }

    /// Without the library.
    static func rawStates(_ script: Script, _ folder: URL) throws -> [String] {
        try script.files.map { name in
            if let whole = script.whole { return try whole.state(of: name, in: folder) }
            let path = folder.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path) ? try RawStore(path).state() : ""
        }
    }

    /// The problems of stores that are not in an allowed state. Each store has its own commits.
    func problems(_ folder: URL, allowed: [Int]) -> [String] {
        do {
            var problems: [String] = []
            for (index, state) in try Self.rawStates(script, folder).enumerated()
            where !allowed.contains(where: { states[$0][index] == state }) {
                problems.append("\(script.files[index]) is as it was after no save")
            }
            for name in script.files {
                if let whole = script.whole {
                    problems += try whole.problems(of: name, in: folder)
                    continue
                }
                let path = folder.appendingPathComponent(name).path
                if FileManager.default.fileExists(atPath: path) { problems += try RawStore(path).problems() }
            }
            return problems
        } catch {
            return ["\(error)"]
        }
    }

    /// Opens the stores with the library and closes them. No other process reads them meanwhile: that would write as
    /// well.
    func recover(_ folder: URL, files: any FileCalls) {
        var settings = ConnectionSettings(busyTimeout: 1, watching: .off)
        settings.files = files
        ConnectionSettings.$ordinary.withValue(settings) {
            if let whole = script.whole {
                try? whole.run(folder)
            } else {
                try? Session(folder, storeCount: script.storeCount).close()
            }
        }
    }

    /// Opens the stores with the library, as a program would that starts after the end of another, and looks what is there.
    func problemsAfterOpening(_ folder: URL, allowed: [Int]) -> [String] {
        do { try Self.age(folder) } catch { return ["\(error)"] }
        let settings = ConnectionSettings(busyTimeout: 1, watching: .off)
        return ConnectionSettings.$ordinary.withValue(settings) {
            if let whole = script.whole {
                // Whole before or whole after, also where it is opened, and then it goes on.
                var found = problems(folder, allowed: allowed)
                do { try whole.reopen(folder) } catch { found.append("the store does not open: \(error)") }
                found += problems(folder, allowed: allowed)
                do { try whole.run(folder) } catch { return found + ["the call fails without a fault: \(error)"] }
                do { try whole.reopen(folder) } catch { found.append("the store does not open: \(error)") }
                return found + problems(folder, allowed: [1]) + leftovers(folder)
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
            if let whole = script.whole { return try whole.leftovers(folder) }
            return try script.files.flatMap { try RawStore(folder.appendingPathComponent($0).path).leftovers() }
        } catch {
            return ["\(error)"]
        }
    }
}
