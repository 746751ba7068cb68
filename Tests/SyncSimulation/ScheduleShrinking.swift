package import Foundation

extension SimulatedSchedule {
    /// Returns a schedule with fewer steps that still fails, and its error.
    package func shrunk(folder: URL, budget: Int = 300) async -> (SimulatedSchedule, any Error)? {
        var runs = 0
        func failure(_ schedule: SimulatedSchedule) async -> (any Error)? {
            runs += 1
            let place = folder.appending(path: "shrink-\(runs)")
            defer { try? FileManager.default.removeItem(at: place) }
            do {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try await SimulatedWorld.run(schedule, folder: place)
                return nil
            } catch { return error }
        }
        guard var error = await failure(self) else { return nil }
        var best = self
        var size = max(1, steps.count / 2)
        while runs < budget {
            var start = 0
            var hasShrunk = false
            while start < best.steps.count, runs < budget {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
                if let found = await failure(candidate) {
                    (best, error, hasShrunk) = (candidate, found, true)
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { break }
            size = max(1, size / 2)
        }
        return (best, error)
    }
}
