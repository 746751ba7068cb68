import FaultyVFS
import Foundation
import ClientModels
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQLite

/// A command of the tool that writes.
struct Tool: Whole {
    /// The command did not end with 0, and has said why.
    struct Failure: Error, CustomStringConvertible { let description: String }

    let name: String
    /// Paths that begin with `@` are in the folder.
    let arguments: [String]
    let files: [String]
    /// The file that the command makes, where a later one would be refused because of it.
    var output: String?
    /// True if damage is left out, with a list and an exit status of 1.
    var leavesOut = false
    let fills: @Sendable (URL) throws -> Void

    static let all: [Tool] = [
        Tool(name: "toolImport", arguments: ["import", "@box.store", "@rows.jsonl", "--quiet"], files: ["box.store"]) {
            try Session.fill($0, Step.fill)
            try rows.write(to: $0.appendingPathComponent("rows.jsonl"), atomically: true, encoding: .utf8)
        },
        Tool(
            name: "toolImportLike",
            arguments: ["import", "@new.store", "@rows.jsonl", "--like", "@box.store", "--quiet"],
            files: ["box.store", "new.store"],
            output: "new.store"
        ) {
            try Session.fill($0, Step.fill)
            try rows.write(to: $0.appendingPathComponent("rows.jsonl"), atomically: true, encoding: .utf8)
        },
        Tool(name: "toolMigrate", arguments: ["migrate", "@shelf.store", "@model.store", "-q"], files: ["shelf.store"])
        {
            try models($0)
        },
        Tool(
            name: "toolMigrateCopy",
            arguments: ["migrate", "@shelf.store", "@model.store", "--output", "@new.store", "-q"],
            files: ["shelf.store", "new.store"],
            output: "new.store"
        ) { try models($0) },
        Tool(
            name: "toolRepair",
            arguments: ["check", "@box.store", "--repair", "@mended.store", "-q"],
            files: ["box.store", "mended.store"],
            output: "mended.store",
            leavesOut: true
        ) { folder in
            try Session.fill(folder, Step.fill)
            let store = try RawStore(folder.appendingPathComponent("box.store").path)
            _ = try store.rows("UPDATE ZITEM SET ZBOX = 77 WHERE Z_PK = 1")
        },
        Tool(
            name: "toolSalvage",
            arguments: ["salvage", "@box.store", "@mended.store", "-q"],
            files: ["box.store", "mended.store"],
            output: "mended.store",
            leavesOut: true
        ) { try Session.fill($0, Step.fill) },
        Tool(
            name: "toolBackup",
            arguments: ["backup", "@box.store", "@copy", "-q"],
            files: ["box.store", "copy/box.store"],
            output: "copy"
        ) { try Session.fill($0, Step.fill) },
        Tool(name: "toolRestore", arguments: ["restore", "@backup", "@box.store", "-q"], files: ["box.store"]) {
            try Restore(place: .store).fill($0)
        },
        Tool(name: "toolCompact", arguments: ["compact", "@box.store", "--full"], files: ["box.store"]) {
            try Session.fill($0, Step.fill + Step.delete)
        },
    ]

    private static let rows = """
        {"entity":"Label","id":"Label/p1","values":{"text":"imported"}}
        {"entity":"Box","id":"Box/p1","values":{"code":"I","number":5,"labels":["Label/p1"]}}
        """

    /// An old store, and one that has the model to migrate it to.
    private static func models(_ folder: URL) throws {
        let (old, new) = (folder.appendingPathComponent("shelf.store"), folder.appendingPathComponent("model.store"))
        try KillScenario.inferred.fill(new)
        _ = try KillScenario.inferred.migrate(new)
        try KillScenario.inferred.fill(old)
    }

    func fill(_ folder: URL) throws { try fills(folder) }

    func run(_ folder: URL) throws {
        let made = output.map { folder.appendingPathComponent($0) }
        // A backup may be whole although the last call has failed.
        if let made, FileManager.default.fileExists(atPath: made.path) { return }
        let arguments = arguments.map { $0.hasPrefix("@") ? folder.path + "/" + $0.dropFirst() : $0 }
        let (status, text) = Self.run(arguments)
        guard status != 0 else { return }
        faulty_disarm()
        guard status == 1, text.hasPrefix("Error: ") || leavesOut else {
            throw Wrong(description: "the command ends with \(status): \(text)")
        }
        if let made, name != "toolBackup", FileManager.default.fileExists(atPath: made.path) {
            if leavesOut, text.isEmpty {
                let problems = try RawStore(made.path).problems().filter { $0.contains("integrity") }
                guard problems.isEmpty else { throw Wrong(description: "what is mended is damaged: \(problems)") }
            } else if faulty_hits() == 1 {
                throw Wrong(description: "what was begun is not removed")
            }
            try removeOutput(made)
        }
        throw Failure(description: text)
    }

    /// As the user does who makes it again.
    private func removeOutput(_ made: URL) throws {
        let stem = made.deletingPathExtension().lastPathComponent
        let folder = made.deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix(made.lastPathComponent) || name == ".\(stem)_SUPPORT" {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    private struct Wrong: Error, CustomStringConvertible { let description: String }

    func isTyped(_ error: any Error) -> Bool { error is Failure }

    func reopen(_ folder: URL) throws {
        guard name == "toolRestore" || name == "toolImport" else { return }
        try Session(folder, storeCount: 1).close()
    }

    func state(of name: String, in folder: URL) throws -> String {
        let path = folder.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else { return "" }
        // A command that has done its work and failed at its end does it again.
        return try RawStore(path).wholeState(countsSaves: false)
    }

    func problems(of name: String, in folder: URL) throws -> [String] {
        let path = folder.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let isBroken = self.name == "toolRepair" && name == "box.store"
        return try RawStore(path).problems().filter { !isBroken || $0.contains("integrity") }
    }

    /// The output of a command, on whatever thread.
    private final class Printed: @unchecked Sendable {
        private let lock = NSLock()
        private var text = ""
        private var code: Int32 = -1
        var status: Int32 { lock.withLock { code } }
        var all: String { lock.withLock { text } }
        func add(_ more: String) { lock.withLock { text += more } }
        func end(_ status: Int32) { lock.withLock { code = status } }
    }

    /// Runs a command on another thread, with the settings of this one.
    private static func run(_ arguments: [String]) -> (status: Int32, text: String) {
        let (settings, printed, done) = (ConnectionSettings.ordinary, Printed(), DispatchSemaphore(value: 0))
        let console = Console(output: { _ in }, messages: { printed.add($0) })
        Task.detached {
            let status = await ConnectionSettings.$ordinary.withValue(settings) {
                await OpenSwiftDataCommand.run(arguments, console: console)
            }
            printed.end(status)
            done.signal()
        }
        done.wait()
        return (printed.status, printed.all)
    }
}
