import Foundation
import SwiftData
import SwiftDataCore

extension StoreBehaviour {
    /// Random predicates, of which the store has to choose the rows that an evaluation in memory chooses.
    static func randomPredicates(_ count: Int, seed: UInt64, lacking: Set<StoreCapability>) -> StoreBehaviour {
        StoreBehaviour("\(count) random predicates choose what an evaluation in memory chooses") { store in
            var done = 0
            while done < count {
                let number = UInt64(done / 500)
                let folder = store.folder.appendingPathComponent("predicates-\(number)", isDirectory: true)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let schema = Schema(MuseumRows.types)
                let container = try ModelContainer(for: schema, configurations: [try store.configure(schema, folder)])
                var round = try DifferentialRound(
                    seed: seed &+ number,
                    hasPendingChanges: number % 2 == 0,
                    container: container,
                    asksFoundation: false,
                    lacking: lacking
                )
                let report = round.run(0..<min(500, count - done))
                if let first = report.disagreements.first {
                    throw BehaviourFailure(description: "\(report.disagreementCount) disagreements; \(first)")
                }
                done += 500
            }
        }
    }

    /// Random scripts beside a reference model.
    static func randomScripts(_ count: Int, seed: UInt64, lacking: Set<StoreCapability>) -> StoreBehaviour {
        StoreBehaviour("\(count) random scripts of 50 steps go as the reference model says") { store in
            let (configure, root) = (store.configure, store.folder)
            let trial = ScriptTrial(
                hasFiles: !lacking.contains(.persistence),
                gaps: lacking.contains(.uniqueness) ? [.uniqueness] : .known
            ) { asked, schema in
                // A script that asks for a file opens it again; any other one has a store of its own.
                let folder =
                    asked.isStoredInMemoryOnly
                    ? root.appendingPathComponent("script-\(UUID().uuidString)", isDirectory: true)
                    : asked.url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                return try ModelContainer(for: schema, configurations: [try configure(schema, folder)])
            }
            for number in 0..<UInt64(count) {
                do {
                    _ = try trial.run(seed: seed &+ number, steps: 50)
                } catch {
                    throw BehaviourFailure(description: "\(error)")
                }
            }
        }
    }
}
