// Releases models, contexts, observers and actors on threads of their own while their contexts are at work, and checks
// that nothing is lost and nothing stays in memory. Usage: ReleaseStress [SECONDS] [ITEMS]
import Foundation
import SwiftData
import Synchronization

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 5
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ReleaseStress-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

@MainActor func stress() async throws -> Tally {
    let file = folder.appendingPathComponent("stress.store")
    let container = try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: file))
    var rounds = try Rounds(container: container, count: count)
    let end = Date.now.addingTimeInterval(seconds)
    var round = 0
    while Date.now < end {
        try await rounds.run(round)
        round += 1
    }
    await rounds.finish()
    try rounds.check()
    return rounds.tally
}

/// Ends of contexts that belong to an actor come in a later turn of it.
@MainActor func wait(until isOver: () -> Bool) async {
    for _ in 0..<500 where !isOver() { try? await Task.sleep(for: .milliseconds(10)) }
}

let tally = try await stress()
await wait { livingModels.load(ordering: .relaxed) == 0 }
let left = livingModels.load(ordering: .relaxed)
print(
    "\(tally.rounds) rounds, \(tally.fetches) fetches, \(tally.saves) saves, \(tally.releasedElsewhere) released "
        + "elsewhere, \(left) models left in memory"
)
if left != 0 { exit(2) }
