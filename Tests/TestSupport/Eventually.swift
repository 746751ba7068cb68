/// Waits until a condition holds, for a minute at most, and returns its last value.
///
/// A number of turns is no limit for work that another thread or a later turn does: on a busy machine it may not run for seconds.
@discardableResult
package func eventually(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(1))
    }
    return try await condition()
}
