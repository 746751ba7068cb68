import Foundation
import SwiftData

/// Migrations of one store, each in a process of its own.
public struct StageWorkload {
    /// A way to migrate the store.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case inferred = "a column is added"
        case batches = "a stage edits each row"
        case keeping = "a stage edits each row, with allowEscapingMutations"
    }

    /// The time and the memory of one migration.
    public struct Result: Codable, Sendable {
        public var milliseconds: Double
        public var processorMilliseconds: Double
        public var peakMegabytes: Double
    }

    private let place: Workplace
    private let rows: Int

    public init(place: Workplace, rows: Int) {
        self.place = place
        self.rows = rows
    }

    /// A copy of the store before the migration.
    public func store(for kind: Kind) throws -> URL {
        let template = try place.template("stages \(rows)") { file in
            let schema = Schema(versionedSchema: RowsV1.self)
            let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: file))
            for start in stride(from: 0, to: rows, by: 10_000) {
                let context = ModelContext(container)
                for number in start..<min(start + 10_000, rows) {
                    context.insert(RowsV1.Row(name: "row \(number)", value: number))
                }
                try context.save()
            }
        }
        return try place.copy(template, for: "stages \(kind)")
    }

    /// Migrates a store and checks what became of its rows.
    /// - Throws: ``Disagreement`` where a row is not as the stage leaves it.
    public static func migrate(_ file: URL, _ kind: Kind, rows: Int) throws -> Result {
        let plan: any SchemaMigrationPlan.Type =
            switch kind {
            case .inferred: InferredPlan.self
            case .batches: BatchPlan.self
            case .keeping: KeepingPlan.self
            }
        let schema = Schema(versionedSchema: RowsV2.self)
        let stopwatch = Stopwatch()
        let container = try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: ModelConfiguration(url: file)
        )
        let (wall, processor) = stopwatch.stop()
        let peak = try MemoryUse.kilobytes("VmHWM") / 1024
        let edited = try ModelContext(container).fetchCount(
            FetchDescriptor<RowsV2.Row>(predicate: #Predicate { $0.doubled == $0.value * 2 && $0.note != nil })
        )
        guard edited == (kind == .inferred ? 0 : rows) else {
            throw Disagreement("\(edited) of \(rows) rows are edited: \(kind.rawValue)")
        }
        return Result(milliseconds: wall, processorMilliseconds: processor, peakMegabytes: peak)
    }

    /// A table of the results. Ratios are to the migration that adds a column.
    public static func markdown(_ results: [(kind: Kind, result: Result)], rows: Int) -> String {
        let base = results.first { $0.kind == .inferred }?.result
        var lines = ["| \(rows) rows | seconds | ratio | peak of memory | ratio |", "|---|---|---|---|---|"]
        for (kind, result) in results {
            let (time, memory) = (base?.milliseconds ?? 0, base?.peakMegabytes ?? 0)
            lines.append(
                "| \(kind.rawValue) | \(String(format: "%.2f", result.milliseconds / 1_000)) "
                    + "| \(String(format: "%.1f", result.milliseconds / time)) "
                    + "| \(String(format: "%.0f", result.peakMegabytes)) MB "
                    + "| \(String(format: "%.1f", result.peakMegabytes / memory)) |"
            )
        }
        return lines.joined(separator: "\n")
    }
}
