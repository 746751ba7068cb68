import Foundation
import SwiftDataCLI
import TestSupport
import Testing

/// The result of a run of the tool.
struct ToolResult {
    let status: Int32
    let output: String
    let messages: String

    /// The output as JSON, read by Foundation.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}

/// Collects what a command prints. `@unchecked Sendable`: guarded by its lock.
final class Sink: @unchecked Sendable {
    private let lock = NSLock()
    private var text = ""

    func write(_ more: String) { lock.withLock { text += more } }
    var all: String { lock.withLock { text } }
}

/// Runs the tool in this process.
func tool(_ arguments: String..., isTerminal: Bool = false, width: Int? = nil) async -> ToolResult {
    await tool(arguments, isTerminal: isTerminal, width: width)
}

func tool(_ arguments: [String], isTerminal: Bool = false, width: Int? = nil) async -> ToolResult {
    let (output, messages) = (Sink(), Sink())
    let console = Console(
        output: { output.write($0) },
        messages: { messages.write($0) },
        messagesAreShown: isTerminal,
        width: width
    )
    let status = await OpenSwiftDataCommand.run(arguments, console: console)
    return ToolResult(status: status, output: output.all, messages: messages.all)
}

/// The tool as it was built, beside the test bundle.
enum BuiltTool {
    static var path: String {
        get throws {
            let products = Bundle.main.bundleURL.resolvingSymlinksInPath()
            let places = [products, products.deletingLastPathComponent()].map { $0.appending(path: "openswiftdata") }
            let found = places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            return try #require(found, "the tool was not built").path
        }
    }

    static func run(_ arguments: [String], timeout: TimeInterval = 120) throws -> ToolResult {
        let process = Process()
        let (stdout, stderr) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: try path)
        process.arguments = arguments
        process.standardOutput = stdout
        process.standardError = stderr
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The messages are few: they fit the pipe while the output is read.
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let messages = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // A signal is no exit code of ours.
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return ToolResult(
            status: status,
            output: String(decoding: output, as: UTF8.self),
            messages: String(decoding: messages, as: UTF8.self)
        )
    }
}

/// All files of a folder with their bytes, to compare before and after.
struct FolderContents: Equatable {
    private let files: [String: Data]

    init(_ folder: URL) throws {
        var files: [String: Data] = [:]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for path in paths {
            let file = folder.appending(path: path)
            files[path] = (try? Data(contentsOf: file)) ?? Data()
        }
        self.files = files
    }

    var names: [String] { files.keys.sorted() }
}

/// A filled store of ours in a folder of its own.
struct FilledLibrary {
    let folder: TemporaryFolder
    let file: URL
    var path: String { file.path }

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("library.store")
        try Library.fill(file)
    }

    @discardableResult
    func sqlite3(_ statement: String) throws -> String { try folder.sqlite3(statement, "library.store") }

    /// Leaves what is saved from now on in the `-wal`, as a program does that was killed.
    func keepingLog(_ statement: String) throws { try keepingLogs([statement]) }

    func keepingLogs(_ statements: [String]) throws {
        let crashed = folder.url.appending(path: "crashed")
        try FileManager.default.createDirectory(at: crashed, withIntermediateDirectories: true)
        guard let python = Program.python3 else { throw CocoaError(.fileNoSuchFile) }
        try python.run(
            ["-", path, crashed.path] + statements,
            input: """
                import shutil, sqlite3, sys
                path, crashed = sys.argv[1:3]
                database = sqlite3.connect(path, isolation_level=None)
                database.execute("PRAGMA wal_autocheckpoint = 0")
                for statement in sys.argv[3:]: database.execute(statement).fetchall()
                for end in ["", "-wal"]:
                    shutil.copyfile(path + end, crashed + "/copy" + end)
                database.close()
                for end in ["", "-wal"]:
                    shutil.move(crashed + "/copy" + end, path + end)
                """
        )
        try FileManager.default.removeItem(at: crashed)
    }
}
