/// The results of many scripts.
package struct ScriptSummary: CustomStringConvertible, Sendable {
    private let firstSeed: UInt64
    private var scripts = 0
    private var counts: [String: Int] = [:]
    package private(set) var failures: [String] = []

    package init(firstSeed: UInt64) { self.firstSeed = firstSeed }

    /// Runs a script and counts.
    package mutating func note(_ run: () throws -> [String: Int]) {
        scripts += 1
        do {
            counts.merge(try run()) { $0 + $1 }
        } catch {
            failures.append("\(error)")
        }
    }

    /// Adds the results of other scripts.
    package mutating func join(_ other: ScriptSummary) {
        scripts += other.scripts
        counts.merge(other.counts) { $0 + $1 }
        failures += other.failures
    }

    package var description: String {
        let steps = counts.values.reduce(0, +)
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        return "\(scripts) scripts from seed \(firstSeed), \(steps) steps, \(kinds.joined(separator: ", ")); "
            + "disagreements: \(failures.isEmpty ? "none" : "\(failures.count)")"
    }
}
