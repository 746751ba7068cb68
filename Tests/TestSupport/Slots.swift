import Foundation

/// A limit of how many run at once. The other ones wait.
package actor Slots {
    package static let compilers = Slots(ProcessInfo.processInfo.activeProcessorCount)
    /// Programs that take seconds.
    package static let programs = Slots(ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = max(count, 1)
    }

    package nonisolated func withSlot<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        await take()
        do {
            let result = try await body()
            await giveBack()
            return result
        } catch {
            await giveBack()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
