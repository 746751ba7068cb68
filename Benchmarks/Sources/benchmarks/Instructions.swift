import ArgumentParser
import Foundation
import Workloads

/// Instructions instead of time.
struct Instructions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts the instructions that a row takes, by valgrind, and compares them with the limits in a file.",
        discussion: """
            Workloads 1, 2, 4, 5 and 6, and 16, which is about attributes that a fetch has left for later, unless others are
            named. Ends with status 1 where a limit is exceeded or missing, and with status 2 where valgrind is missing.
            """
    )

    @Option(name: .shortAndLong, parsing: .upToNextOption, help: "Only the workloads with these numbers.")
    var workload: [Int] = []

    @Flag(help: "Count the others' instructions too.")
    var all = false

    @Option(help: "The file with the limits, instead of that of the package.")
    var limits: String?

    @Flag(help: "Write the limits anew.")
    var write = false

    @OptionGroup var place: PlaceOptions

    func run() throws {
        guard let valgrind = Self.valgrind else {
            note("valgrind is missing, so that no instructions can be counted. On Debian: apt-get install valgrind.")
            throw ExitCode(2)
        }
        let file = try limits.map(URL.init(fileURLWithPath:)) ?? PackageFolder.find().appendingPathComponent(Self.file)
        let old = try Self.read(file)
        let report = try place.with { place in
            let probe = ChildProgram(place: place)
            var run = InstructionRun(place: place) { try probe.instructions($0, $1, valgrind) }
            run.progress = note
            return try run.run(workload, isAlone: !all)
        }
        print(report.markdown(old))
        if write {
            try report.limits(insteadOf: old).write(to: file, atomically: true, encoding: .utf8)
            return note("The limits are in \(file.path).")
        }
        guard let old else {
            note("There are no limits at \(file.path); --write makes them.")
            throw ExitCode(1)
        }
        let complaints = report.complaints(old)
        for complaint in complaints { note(complaint) }
        if !complaints.isEmpty { throw ExitCode(1) }
    }

    /// Nil where there is no file. One that cannot be read is an error.
    private static func read(_ file: URL) throws -> InstructionReport? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try JSONDecoder().decode(InstructionReport.self, from: Data(contentsOf: file))
    }

    private static let file = "instructions.json"

    private static var valgrind: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let files = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("valgrind") }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// The process whose instructions are counted.
struct CountInstructions: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @OptionGroup var child: ChildOptions

    func run() throws {
        let (request, sizes, place) = try child.decoded()
        print(try MeasuredWork.run(request, sizes, place))
    }
}
