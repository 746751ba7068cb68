import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Repairs a copy of a store.
package struct StoreRepair {
    /// The repairs that were made, one line for each finding that could be repaired.
    package let done: [String]
    /// The parts of the store that could not be read, and are not in the copy.
    package let lost: [String]
    /// The findings of a check of the copy.
    package let remaining: [Finding]
    /// The number of rows of models that a salvage has read.
    package let salvagedRowCount: Int

    /// Copies a store and repairs the copy. The store itself is only read.
    ///
    /// If pages of the file are damaged, the copy is a new file with all data of it that can be read.
    /// - Parameter salvages: True if it is to be a new file in any case.
    /// - Throws: ``ToolFailure`` or ``StoreError``; nothing is left at the destination then.
    package init(
        of path: String,
        _ findings: [Finding],
        to destination: String,
        salvages: Bool = false,
        report: (Double, String) -> Void = { _, _ in }
    ) throws {
        let isDamaged = salvages || StoreCheck.isDamaged(findings)
        // The content of commits that SQLite does not read cannot be determined.
        var lost = findings.filter { $0.check == .log }.map(\.message)
        if salvages, let damage = WriteAheadLog(store: path)?.damage { lost.append(damage) }
        var rowCount = 0
        var repairs = Self.repairs(findings)
        let copied: Set<String>
        if isDamaged {
            var unreadable: [String] = []
            let lose = { (name: String, error: any Error) in
                unreadable.append("The file \(name) of a value cannot be read: \(error)")
            }
            copied = try StoreCopy.copy(path, to: destination, losing: lose) {
                let salvage = try StoreSalvage(of: path, to: destination)
                lost += salvage.lost
                rowCount = salvage.rowCount
            }
            lost += unreadable
        } else {
            let removed = Set(repairs.flatMap(\.repair.removedFiles))
            copied = try StoreCopy.copy(path, to: destination, leavingOut: removed)
        }
        do {
            let connection = try StoreConnection.singleFile(destination)
            defer { try? connection.close() }
            if isDamaged {
                repairs = Self.repairs(try StoreCheck(connection, path: destination, report: report).findings)
                try StoreCopy.removeExternal(repairs.flatMap(\.repair.removedFiles), of: destination)
            }
            try Self.run(repairs.map(\.repair), connection)
            done = (isDamaged ? ["Copied what can be read into a new file."] : []) + repairs.map(Self.line)
            self.lost = lost
            salvagedRowCount = rowCount
            // So that one file is all of the copy.
            try connection.writeWithoutTransaction { try $0.run("PRAGMA wal_checkpoint(TRUNCATE)") }
            remaining = try StoreCheck(connection, path: destination, report: report).findings
        } catch {
            StoreCopy.remove(destination, copied: copied)
            throw error
        }
    }

    private static func repairs(_ findings: [Finding]) -> [(finding: Finding, repair: Repair)] {
        findings.compactMap { finding in finding.repair.map { (finding, $0) } }
    }

    private static func line(_ finding: Finding, _ repair: Repair) -> String {
        let place = [finding.entity, finding.property].compactMap { $0 }.joined(separator: ".")
        let count = finding.count > 0 ? " (\(finding.count))" : ""
        return (place.isEmpty ? "" : "\(place): ") + repair.description + count
    }

    private static func run(_ repairs: [Repair], _ connection: StoreConnection) throws {
        var seen: Set<String> = []
        try connection.write { runner in
            for statement in repairs.flatMap(\.statements) {
                // Two findings about one index ask for the same.
                if statement.values.isEmpty, !seen.insert(statement.sql).inserted { continue }
                try runner.run(statement.sql) { binder in
                    for value in statement.values { bind(value, &binder) }
                }
            }
        }
    }

    static func bind(_ value: StoredValue, _ binder: inout ParameterBinder) {
        switch value {
        case .integer(let number): binder.integer(number)
        case .double(let number): binder.real(number)
        case .string(let text): binder.text(text)
        case .date(let date): binder.real(date.timeIntervalSinceReferenceDate)
        case .url(let url): binder.text(url.absoluteString)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { binder.blob(Data($0)) }
        case .data(let data): binder.blob(data)
        default: binder.null()
        }
    }
}
