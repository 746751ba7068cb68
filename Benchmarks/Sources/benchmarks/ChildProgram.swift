import ArgumentParser
import Foundation
import Workloads

/// Runs this program again for a contestant, so that what it takes is all that is measured.
struct ChildProgram {
    private let folder: String

    init(place: Workplace) {
        folder = place.folder.path
    }

    func memory(_ request: MemoryRequest, _ sizes: Sizes) throws -> MemoryUse {
        let output = try run(try Self.program(), try arguments("measure-memory", request, sizes))
        return try JSONDecoder().decode(MemoryUse.self, from: Data(output.utf8))
    }

    func migration(_ file: URL, _ kind: StageWorkload.Kind, rows: Int) throws -> StageWorkload.Result {
        let arguments = ["measure-stage", "--file", file.path, "--kind", kind.rawValue, "--rows", "\(rows)"]
        return try JSONDecoder().decode(
            StageWorkload.Result.self,
            from: Data(try run(try Self.program(), arguments).utf8)
        )
    }

    func instructions(
        _ request: MemoryRequest,
        _ sizes: Sizes,
        _ valgrind: URL
    ) throws -> (instructions: Double, rows: Int) {
        let file = URL(fileURLWithPath: folder).appendingPathComponent("callgrind.out")
        let options = [
            "--tool=callgrind", "--quiet", "--collect-atstart=no", "--toggle-collect=\(MeasuredWork.functionName)",
            "--callgrind-out-file=\(file.path)",
        ]
        let program = [try Self.program().path] + (try arguments("count-instructions", request, sizes))
        // What is in a set or a dictionary has the same places in each run.
        let output = try run(valgrind, options + program, ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let totals = lines.last { $0.hasPrefix("totals:") }?.split(separator: " ").dropFirst().first
        guard let instructions = totals.flatMap({ Double($0) }), instructions > 0,
            let rows = Int(output.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw ValidationError("valgrind counted nothing: \(request)") }
        return (instructions, rows)
    }

    private func arguments(_ command: String, _ request: MemoryRequest, _ sizes: Sizes) throws -> [String] {
        func text<Value: Encodable>(_ value: Value) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        return [command, "--sizes", try text(sizes), "--folder", folder, try text(request)]
    }

    private func run(_ program: URL, _ arguments: [String], _ variables: [String: String] = [:]) throws -> String {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("A process ended with status \(process.terminationStatus): \(arguments)")
        }
        return String(decoding: data, as: UTF8.self)
    }

    static func program() throws -> URL {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: path)
    }
}

/// The arguments of such a process.
struct ChildOptions: ParsableArguments {
    @Option var sizes: String
    @Option var folder: String
    @Argument var request: String

    func decoded() throws -> (MemoryRequest, Sizes, Workplace) {
        let decoder = JSONDecoder()
        return (
            try decoder.decode(MemoryRequest.self, from: Data(request.utf8)),
            try decoder.decode(Sizes.self, from: Data(sizes.utf8)), try Workplace(URL(fileURLWithPath: folder))
        )
    }
}

/// The process whose memory is measured.
struct MeasureMemory: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @OptionGroup var child: ChildOptions

    func run() throws {
        let (request, sizes, place) = try child.decoded()
        let use = try request.answer(sizes, place)
        print(String(decoding: try JSONEncoder().encode(use), as: UTF8.self))
    }
}

/// The folder of this package, which is above the program that was built there.
enum PackageFolder {
    static func find() throws -> URL {
        var folder = try ChildProgram.program().deletingLastPathComponent()
        while folder.path != "/" {
            let script = folder.appendingPathComponent("BuildTime/measure")
            if FileManager.default.fileExists(atPath: script.path) { return folder }
            folder.deleteLastPathComponent()
        }
        throw ValidationError("The program is not in the package's build folder.")
    }
}
