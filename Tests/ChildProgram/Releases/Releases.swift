import Foundation
import SwiftData

/// Releases models, contexts, observers and actors on threads of their own while their contexts are at work, and checks
/// that nothing is lost and nothing stays in memory: `releases [SECONDS] [ITEMS]`.
enum Releases {
    /// - Returns: The status of the program.
    @MainActor static func run(_ arguments: [String]) async throws -> Int32 {
        let seconds = arguments.first.flatMap { Double($0) } ?? 5
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 100
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openswiftdata-releases-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tally = try await stress(folder, seconds: seconds, count: count)
        let left = await modelsThatStay()
        print(
            "\(tally.rounds) rounds, \(tally.fetches) fetches, \(tally.saves) saves, \(tally.releasedElsewhere) released "
                + "elsewhere, \(left) models left in memory"
        )
        return left == 0 ? 0 : 2
    }

    @MainActor private static func stress(_ folder: URL, seconds: Double, count: Int) async throws -> ReleaseTally {
        let file = folder.appendingPathComponent("stress.store")
        let container = try ModelContainer(for: Piece.self, configurations: ModelConfiguration(url: file))
        var rounds = try ReleaseRounds(container: container, count: count)
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
}
