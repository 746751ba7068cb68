/// The goal of a step.
public struct Goal: Codable, Sendable, Equatable {
    public enum Measure: Codable, Sendable, Equatable {
        /// The first contestant's time by that of another, in the same round.
        case ratio(to: Contender)
        /// The time of the first contestant.
        case milliseconds
        /// The most memory the first contestant's process had.
        case peakMegabytes
        /// By how much the memory grew during the work.
        case growthMegabytes
    }

    public var measure: Measure
    public var limit: Double
    /// True if the value must be below the limit, so that the limit itself is too much.
    public var isBelow: Bool

    static func ratio(to contender: Contender, atMost limit: Double) -> Goal {
        Goal(measure: .ratio(to: contender), limit: limit, isBelow: false)
    }

    static func ratio(to contender: Contender, below limit: Double) -> Goal {
        Goal(measure: .ratio(to: contender), limit: limit, isBelow: true)
    }

    static func milliseconds(below limit: Double) -> Goal {
        Goal(measure: .milliseconds, limit: limit, isBelow: true)
    }

    static func peak(megabytes limit: Double) -> Goal {
        Goal(measure: .peakMegabytes, limit: limit, isBelow: false)
    }

    static func growth(megabytes limit: Double) -> Goal {
        Goal(measure: .growthMegabytes, limit: limit, isBelow: false)
    }

    func isMet(by value: Double) -> Bool {
        isBelow ? value < limit : value <= limit
    }
}
