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
    /// How many rows, objects or operations the work is about: what a time is divided by.
    var rows: Int { get }
    /// Those whose memory can be measured in a process of their own.
    var contestants: [any Contestant] { get }

    func measure(_ settings: RoundSettings) throws -> StepResult
}

/// How often things are done.
public struct RoundSettings: Codable, Sendable, Equatable {
    /// Rounds whose times are thrown away.
    public var warmUps: Int
    /// Rounds that count.
    public var rounds: Int

    public init(warmUps: Int, rounds: Int) {
        self.warmUps = warmUps
        self.rounds = rounds
    }
}

/// All workloads that are measured in this process, by number.
public enum Catalogue {
    public static let workloads: [any Workload] = [
        InsertWorkload(), FetchWorkload(), OrdersWorkload(), LookupWorkload(), UpdateWorkload(),
        RelationshipWorkload(), StudentsWorkload(), EnumerateWorkload(), OpenWorkload(), RegisteredWorkload(),
        UpsertWorkload(), BulkWorkload(), ReadersWorkload(), AttributesWorkload(),
    ]
}
