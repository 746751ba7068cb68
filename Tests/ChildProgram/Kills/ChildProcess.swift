import Foundation

/// A process whose lines are collected, and that can be killed.
final class ChildProcess: @unchecked Sendable {
    private let process = Process()
    private let pipe = Pipe()
    private let condition = NSCondition()
    private var text = ""
    private var lineCount = 0
    private var hasEnded = false
    private let reader: Thread?

    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let (file, condition) = (pipe.fileHandleForReading, condition)
        final class Box: @unchecked Sendable { weak var owner: ChildProcess? }
        let box = Box()
        reader = Thread {
            while case let data = file.availableData, !data.isEmpty {
                guard let owner = box.owner else { return }
                condition.lock()
                owner.text += String(decoding: data, as: UTF8.self)
                owner.lineCount += data.count { $0 == UInt8(ascii: "\n") }
                condition.broadcast()
                condition.unlock()
            }
            condition.lock()
            box.owner?.hasEnded = true
            condition.broadcast()
            condition.unlock()
        }
        box.owner = self
        reader?.start()
    }

    /// The output so far, whole lines only.
    var lines: [Substring] {
        condition.lock()
        defer { condition.unlock() }
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        return Array(all.dropLast())
    }

    /// Waits until it has said a number of lines, has ended, or the time is over.
    func wait(forLines count: Int, seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !hasEnded, lineCount < count {
            if !condition.wait(until: end) { return }
        }
    }

    func kill() {
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Waits for its end, and for everything that it has said.
    func finish() {
        process.waitUntilExit()
        wait(forLines: .max, seconds: 10)
    }

    var wasKilled: Bool { process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL }
    var status: Int32 { process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus }

    /// Runs a program of the system.
    static func output(_ name: String, _ arguments: [String]) throws -> (text: String, status: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
