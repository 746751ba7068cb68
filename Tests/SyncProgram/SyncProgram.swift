import Foundation
import SyncSimulation

/// Runs schedules of the simulation of sync: `SyncProgram [FIRST_SEED [COUNT [RUNS]]]`, or merges random states: `SyncProgram merge
/// [TRIPLES]`, or runs schedules with encryption alone: `SyncProgram sealed [FIRST_SEED [COUNT [RUNS]]]`, or measures: `SyncProgram figures [RECORDS]`. RUNS is the number of runs that shrinking a failed schedule may take.
/// Exits with 1 where something does not hold.
@main
enum SyncProgram {
    static func main() async {
        if CommandLine.arguments.dropFirst().first == "merge" { return merge() }
        let isSealed = CommandLine.arguments.dropFirst().first == "sealed"
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let first = arguments.first ?? 1
        let count = arguments.dropFirst().first ?? 500
        let budget = arguments.dropFirst(2).first.map { Int($0) } ?? 300
        let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        if CommandLine.arguments.dropFirst().first == "figures" {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try await SyncFigures.run(rows: Int(first == 1 ? 100_000 : first), folder: folder)
            } catch {
                print("\(error)")
                try? FileManager.default.removeItem(at: folder)
                exit(1)
            }
            return
        }
        var (done, failures) = (0, 0)
        var (rows, changeSets) = (0, 0)
        let start = Date()
        for seed in first..<first + count {
            let place = folder.appending(path: "\(seed)")
            let sealing = isSealed ? (seed % 2 == 0 ? SimulatedSealing.sealed : .late) : nil
            let schedule = SimulatedSchedule(seed: seed, sealing: sealing)
            done += 1
            do {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let result = try await SimulatedWorld.run(schedule, folder: place)
                rows += result.rows
                changeSets += result.changeSets
            } catch {
                failures += 1
                print("seed \(seed): \(error)")
                if let (small, error) = await schedule.shrunk(folder: place, budget: budget) {
                    print("  in \(small.steps.count) steps, \(small.deviceCount) devices, \(small.facts): \(error)")
                    for step in small.steps { print("    \(step)") }
                }
            }
            try? FileManager.default.removeItem(at: place)
            if failures >= 3 { break }
        }
        try? FileManager.default.removeItem(at: folder)
        print(
            "\(done) schedules, \(changeSets) change sets, \(rows) rows, \(failures) failures, "
                + "\(Int(Date().timeIntervalSince(start))) s"
        )
        exit(failures == 0 ? 0 : 1)
    }

    private static func merge() {
        let triples = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000
        if let law = MergeLaws.broken(seed: 1, triples: triples) {
            print("Merging is not \(law)")
            exit(1)
        }
        print("\(triples) triples of states merge equally in all orders.")
    }
}
