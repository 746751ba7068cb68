import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// Calls of the system that a test comes between: it is told of each, and can make some fail.
final class HookedFiles: FileCalls {
    struct Call: Sendable, Equatable {
        let number: Int
        let name: String
        let path: String
    }

    /// The failure of calls, beginning with the call of a number.
    enum Failing: Sendable {
        case never
        /// That one alone.
        case once(Int, Int32)
        /// That one and all after it: the process is dead.
        case dead(Int)
    }

    struct Dead: Error {}

    private struct State {
        var count = 0
        var failing = Failing.never
        var hook: (@Sendable (Call) throws -> Void)?
        var readHook: (@Sendable (String) throws -> Void)?
        var namesHook: (@Sendable (String) throws -> Void)?
    }

    private let system = SystemFiles()
    private let state = Locked(State())

    init(_ failing: Failing = .never) { state.withLock { $0.failing = failing } }

    /// Is told of each call before it is made.
    var hook: (@Sendable (Call) throws -> Void)? {
        get { state.withLock { $0.hook } }
        set { state.withLock { $0.hook = newValue } }
    }

    /// Is told of each file before it is read. Reads have no numbers.
    var readHook: (@Sendable (String) throws -> Void)? {
        get { state.withLock { $0.readHook } }
        set { state.withLock { $0.readHook = newValue } }
    }

    /// Is told of each folder before its names are read.
    var namesHook: (@Sendable (String) throws -> Void)? {
        get { state.withLock { $0.namesHook } }
        set { state.withLock { $0.namesHook = newValue } }
    }

    var count: Int { state.withLock { $0.count } }

    var settings: ConnectionSettings {
        var settings = ConnectionSettings(busyTimeout: 1)
        settings.files = self
        return settings
    }

    private func begin(_ name: String, _ path: String) throws {
        let (call, failing, hook) = state.withLock { state in
            state.count += 1
            return (Call(number: state.count, name: name, path: path), state.failing, state.hook)
        }
        switch failing {
        case .once(call.number, let error): throw FileFailure(name, path, error)
        case .dead(let number) where call.number >= number: throw Dead()
        default: try hook?(call)
        }
    }

    func makeFolder(_ path: String, _ permissions: FilePermissions) throws -> Bool {
        try begin("mkdir", path)
        return try system.makeFolder(path, permissions)
    }

    func write(_ data: Data, to path: String, _ permissions: FilePermissions) throws {
        try begin("write", path)
        try system.write(data, to: path, permissions)
    }

    func copy(
        _ source: String,
        to path: String,
        _ permissions: FilePermissions,
        _ progress: (Int64) throws -> Void
    ) throws {
        try begin("copy", source)
        try system.copy(source, to: path, permissions, progress)
    }

    func rename(_ path: String, to newPath: String) throws {
        try begin("rename", path)
        try system.rename(path, to: newPath)
    }

    func syncFile(_ path: String) throws {
        try begin("fsync", path)
        try system.syncFile(path)
    }

    func syncFolder(_ path: String) throws {
        try begin("fsync folder", path)
        try system.syncFolder(path)
    }

    func remove(_ path: String) throws -> Bool {
        try begin("unlink", path)
        return try system.remove(path)
    }

    func removeFolder(_ path: String) {
        do { try begin("rmdir", path) } catch { return }
        system.removeFolder(path)
    }

    func names(in folder: String) throws -> [String] {
        try namesHook?(folder)
        return try system.names(in: folder)
    }

    func contents(of path: String) throws -> Data {
        try readHook?(path)
        return try system.contents(of: path)
    }
}
