import FaultyVFS
import Foundation

/// Runs a script once and prints its journal, to be compared with what the system has seen.
struct TraceRun {
    let workplace: Workplace

    func run() throws {
        let folder = try workplace.fresh()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        print("folder|\(folder.path)")
        // Between the two is what the script does, and not what the program does to prepare it.
        let marks = ["begin", "end"].map { folder.deletingLastPathComponent().appendingPathComponent("trace-\($0)") }
        try FileManager.default.createDirectory(at: marks[0], withIntermediateDirectories: false)
        faulty_journal_begin()
        let trial = Trial(workplace, folder)
        trial.run()
        faulty_journal_end()
        try FileManager.default.createDirectory(at: marks[1], withIntermediateDirectories: false)
        for index in 0..<faulty_journal_count() {
            let entry = faulty_journal_entry(index)
            print("event|\(entry.event)|\(String(cString: entry.path))|\(entry.offset)|\(entry.count)")
        }
        for problem in trial.problems { print("finding|trace|1||\(problem)") }
    }
}
