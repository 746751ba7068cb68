import ArgumentParser
import Foundation
import Workloads

/// Migrations of a large store.
struct Stages: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Time and memory of a migration that adds a column, and of stages that edit each row."
    )

    @Option(help: "How many rows the store has.")
    var rows = 500_000

    @OptionGroup var place: PlaceOptions

    func validate() throws {
        guard rows > 0 else { throw ValidationError("--rows must be positive.") }
    }

    func run() throws {
        let results = try place.with { place in
            let workload = StageWorkload(place: place, rows: rows)
            return try StageWorkload.Kind.allCases.map { kind in
                let file = try workload.store(for: kind)
                note(kind.rawValue)
                return (kind: kind, result: try ChildProgram(place: place).migration(file, kind, rows: rows))
            }
        }
        print(StageWorkload.markdown(results, rows: rows))
    }
}

/// The process that migrates.
struct MeasureStage: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Option var file: String
    @Option var kind: String
    @Option var rows: Int

    func run() throws {
        guard let kind = StageWorkload.Kind(rawValue: kind) else { throw ValidationError("There is no kind \(kind).") }
        let result = try StageWorkload.migrate(URL(fileURLWithPath: file), kind, rows: rows)
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }
}
