import Foundation

/// The number of trials of tests that draw at random, such as scripts and damaged files.
///
/// Each has a number of trials for an ordinary run. In the environment, `TRIAL_FACTOR` multiplies it, `TRIALS` replaces it,
/// and `TRIAL_SEED` is the first seed: `TRIAL_SEED=7 TRIALS=1 swift test --filter RandomScriptTests` repeats one trial.
package enum Trials {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let factor = number("TRIAL_FACTOR") ?? 1
    private static let exact = number("TRIALS")
    private static let first = number("TRIAL_SEED").map { UInt64(max($0, 0)) }

    /// The number of trials, where an ordinary run makes so many.
    package static func count(_ usual: Int) -> Int { exact ?? usual * factor }

    /// The number of trials, where an ordinary run makes fewer than the number that a factor multiplies.
    package static func count(_ usual: Int, short: Int) -> Int { exact ?? (isLong ? usual * factor : short) }

    /// True in a run with more trials than an ordinary one.
    package static var isLong: Bool { factor > 1 }

    /// The seeds of the trials, where an ordinary run takes so many from a first one on.
    package static func seeds(_ usual: Int, from usualFirst: UInt64 = 1) -> Range<UInt64> {
        let first = first ?? usualFirst
        return first..<first + UInt64(count(usual))
    }

    /// Places among so many, evenly spread and with the first and the last: as many as there are trials, or all.
    package static func places(_ total: Int, usual: Int) -> [Int] {
        let wanted = min(count(usual), total)
        guard wanted > 1 else { return Array(0..<wanted) }
        return (0..<wanted).map { $0 * (total - 1) / (wanted - 1) }
    }

    /// The steps of each trial, where `TRIAL_STEPS` asks for no other number.
    package static func steps(_ usual: Int) -> Int { number("TRIAL_STEPS") ?? usual }
}
