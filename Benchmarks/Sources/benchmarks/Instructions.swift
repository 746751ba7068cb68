import ArgumentParser
import Foundation
import Workloads

/// Instructions instead of time.
struct Instructions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts the instructions that a row takes, by valgrind, and compares them with the limits in a file.",
        discussion: "Ends with status 1 where a limit is exceeded, and with status 2 where valgrind is missing."
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
        let old = try? JSONDecoder().decode(InstructionReport.self, from: Data(contentsOf: file))
        let report = try place.with { place in
            let probe = ChildProgram(place: place)
            var run = InstructionRun(place: place) { try probe.instructions($0, $1, valgrind) }
            run.progress = note
            return try run.run(workload, isAlone: !all)
        }
        print(report.markdown(old))
        if write { return try report.limits(insteadOf: old).write(to: file, atomically: true, encoding: .utf8) }
        guard old != nil else { return note("There are no limits at \(file.path); --write makes them.") }
        if let old, !report.exceeding(old).isEmpty { throw ExitCode(1) }
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
