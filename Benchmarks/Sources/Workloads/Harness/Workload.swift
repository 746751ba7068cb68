/// A line of the table of what is to be reached.
public protocol Workload: Sendable {
    var number: Int { get }
    var title: String { get }

    /// Its parts, each measured by itself, in order.
    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step]
}

/// A part of a workload.
public protocol Step: AnyObject {
    var name: String { get }
    /// The number of rows, objects or operations of the work, by which a time is divided.
    var rows: Int { get }
    /// Those whose memory can be measured in a process of their own.
    var contestants: [any Contestant] { get }

    func measure(_ settings: RoundSettings) throws -> StepResult
}

/// The numbers of rounds, and the limits of their times.
public struct RoundSettings: Codable, Sendable, Equatable {
    /// Rounds whose times are thrown away.
    public var warmUps: Int
    /// Rounds that count.
    public var rounds: Int
    /// As many count where rounds are short.
    public var most: Int
    /// The seconds up to which further rounds follow where rounds are short.
    public var brief = 3.0
    /// A contestant that has taken as many seconds in rounds that count takes no part in further rounds.
    public var patience = 20.0
    /// The minimum number of rounds of every participant, whatever time they take.
    public var least = 3

    /// - Parameter most: The same as `rounds` unless something else is said.
    public init(warmUps: Int, rounds: Int, most: Int? = nil) {
        self.warmUps = warmUps
        self.rounds = rounds
        self.most = max(most ?? rounds, rounds)
    }

    /// The settings for a comparison of sizes: ten seconds of a contestant are enough. Small sizes are done more often.
    public static let growth: RoundSettings = {
        var settings = RoundSettings(warmUps: 1, rounds: 3, most: 15)
        (settings.patience, settings.least, settings.brief) = (10, 1, 1)
        return settings
    }()

    /// True if a contestant has been seen often enough, with these times in milliseconds.
    func isEnough(_ times: [Double]) -> Bool {
        times.count >= least && times.reduce(0, +) > patience * 1_000
    }

    /// True if another round follows the rounds with these times.
    func goesOn(_ rounds: [[Double]]) -> Bool {
        let count = rounds.map(\.count).max() ?? 0
        if count < self.rounds { return true }
        return count < most && rounds.joined().reduce(0, +) < brief * 1_000
    }
}

/// All workloads that are measured in this process, by number.
public enum Catalogue {
    public static let workloads: [any Workload] = [
        InsertWorkload(), FetchWorkload(), OrdersWorkload(), LookupWorkload(), UpdateWorkload(),
        RelationshipWorkload(), StudentsWorkload(), EnumerateWorkload(), OpenWorkload(), RegisteredWorkload(),
        UpsertWorkload(), BulkWorkload(), ReadersWorkload(), AttributesWorkload(), AggregateWorkload(),
        BatchInsertWorkload(), ShapeWorkload(), SearchWorkload(), PartialFetchWorkload(),
    ]

    /// The workloads whose instructions can be counted: the measured ones, and one that is only counted.
    public static let counted: [any Workload] = workloads + [FaultWorkload()]
}
