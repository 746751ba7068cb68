/// The measured cost of one object in some work.
struct Limit {
    var allocations: Double
    var bytes: Double
    /// Statements that are compiled each time: those that begin and end a transaction, which GRDB does not keep.
    var preparations: Int
}

/// The cost that the work may have: the last measured cost, and a bit more.
///
/// After a change that lowers the cost, `make limits` writes the limits anew.
enum Limits {
    /// Other versions of the system's libraries may allocate differently. Nothing stays nothing.
    static let allowance = 1.10

    static func of(_ work: Work, isOptimized: Bool) -> Limit? {
        (isOptimized ? release : debug)[work]
    }
}
