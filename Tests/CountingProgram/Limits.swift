/// What an object took in some work when it was last measured.
struct Limit {
    var allocations: Double
    var bytes: Double
    /// Statements that are compiled each time: those that begin and end a transaction, which GRDB does not keep.
    var preparations: Int
}

/// What the work may take: what it took when it was last measured, and a bit more.
///
/// Whoever makes it less writes them anew: `make limits`.
enum Limits {
    /// Other versions of the system's libraries may allocate differently. Nothing stays nothing.
    static let allowance = 1.10

    static func of(_ work: Work, isOptimized: Bool) -> Limit? {
        (isOptimized ? release : debug)[work]
    }
}
