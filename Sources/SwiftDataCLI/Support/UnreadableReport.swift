import ArgumentParser
import SwiftDataSQLite

/// Reports unreadable parts of a store on the standard error, while the work continues.
final class UnreadableReport {
    private struct Place: Hashable {
        let entity: String
        let property: String?
    }

    private let console: Console
    private let isStrict: Bool
    /// Wipes a bar that is being drawn.
    private let wipe: () -> Void
    private var counts: [Place: Int] = [:]
    /// Rows as a whole, which occur once for each entity of a table.
    private var lostRows: Set<String> = []

    /// - Parameter isStrict: True if the first value that cannot be read ends the command.
    init(_ console: Console, isStrict: Bool, wipe: @escaping () -> Void = {}) {
        self.console = console
        self.isStrict = isStrict
        self.wipe = wipe
    }

    /// - Throws: ``ToolFailure`` where that is asked for.
    func note(_ unreadable: Unreadable) throws {
        let message = Self.text(unreadable)
        if isStrict { throw ToolFailure(message) }
        if unreadable.propertyName == nil, !lostRows.insert(message).inserted { return }
        let place = Place(entity: unreadable.entityName, property: unreadable.propertyName)
        counts[place, default: 0] += 1
        guard counts[place, default: 0] <= Self.most else { return }
        wipe()
        console.messages("Error: \(message)\n")
    }

    /// The maximum number of errors of one property that are reported one by one.
    private static let most = 10

    /// True if anything could not be read so far.
    var hasAny: Bool { !counts.isEmpty }

    /// Reports the number of further errors.
    /// - Throws: `ExitCode.failure` where anything could not be read.
    func finish() throws {
        guard !counts.isEmpty else { return }
        wipe()
        let lines = counts.filter { $0.value > Self.most }.map { place, count in
            let name = [place.entity, place.property].compactMap { $0 }.joined(separator: ".")
            return "Error: \(name): \(count - Self.most) more could not be read.\n"
        }
        for line in lines.sorted() { console.messages(line) }
        throw ExitCode.failure
    }

    private static func text(_ unreadable: Unreadable) -> String {
        let first = RowName.text(unreadable.entityName, unreadable.keys.lowerBound)
        let end = unreadable.reason.hasSuffix(".") ? "" : "."
        if let property = unreadable.propertyName { return "\(first).\(property): \(unreadable.reason)\(end)" }
        guard unreadable.keys.count > 1 else { return "\(first): \(unreadable.reason)\(end)" }
        return "\(first) to p\(unreadable.keys.upperBound), as far as there were such rows, cannot be read: "
            + "\(unreadable.reason)\(end)"
    }
}
