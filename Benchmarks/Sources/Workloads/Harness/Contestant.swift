/// A library, or a way of using one, whose work is measured.
public struct Contender: Codable, Hashable, Sendable {
    public let name: String

    static let ours = Contender(name: "OpenSwiftData")
    /// Records whose reading and writing is written by hand, columns by position.
    static let records = Contender(name: "GRDB, hand-written")
    /// The same record of GRDB in one statement or in one read, where the usual way has one for each.
    static let bulkRecords = Contender(name: "GRDB, all at once")
    /// Records whose reading and writing the compiler writes.
    static let codable = Contender(name: "GRDB, Codable")
    /// SQLite's C functions with prepared statements.
    static let raw = Contender(name: "SQLite")
    /// The same, writing the rows of the history as well.
    static let rawWithHistory = Contender(name: "SQLite, history rows too")
    /// A `Codable` structure that is written by hand, filled from the objects.
    static let structure = Contender(name: "Codable struct")
    static let observable = Contender(name: "@Observable class")
    static let plain = Contender(name: "plain class")
}

/// One way to do the work of a step, again and again.
///
/// Open connections, containers and prepared input are kept from one round to the next.
public protocol Contestant: AnyObject {
    var contender: Contender { get }

    /// Brings everything to where the clock starts. Not measured.
    func prepare() throws

    /// The work that is measured, with letting go of what it made.
    /// - Returns: A number for its reads and computations, which must be the same for all contestants.
    func run() throws -> Int

    /// Returns a number for the content that the work left in the file, which must be the same for all contestants. Not
    /// measured.
    func check() throws -> Int

    /// Returns further facts, once the rounds are over. Not measured.
    func facts() throws -> [Fact]

    /// Lets go of everything.
    func close() throws
}

extension Contestant {
    public func check() throws -> Int { 0 }
    public func facts() throws -> [Fact] { [] }
}

/// Something exact, such as a number of statements, or a time that is no contest.
public struct Fact: Codable, Sendable, Equatable {
    public var name: String
    public var value: Double
    public var unit: String
    /// The limit that it should not exceed.
    public var reach: Double?

    init(_ name: String, _ value: Double, unit: String = "", reach: Double? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.reach = reach
    }
}

/// A contestant did something else than the other contestants, so that its time says nothing.
public struct Disagreement: Error, CustomStringConvertible {
    public let description: String

    init(_ step: String, _ results: [(contender: Contender, result: Int, file: Int)]) {
        let each = results.map { "\($0.contender.name): \($0.result), \($0.file)" }.joined(separator: "; ")
        description = "The contestants of \"\(step)\" disagree. \(each)"
    }

    init(_ description: String) {
        self.description = description
    }
}
