import ArgumentParser
import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The format of exported rows.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    /// A JSON object in each line.
    case jsonl
    /// Comma-separated values, a file for each entity.
    case csv
}

/// `openswiftdata export`
struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the rows of a store as JSON lines or CSV, from which import makes them again.",
        discussion: """
            JSON lines go to the output, or to --output FILE: {"entity":"Book","id":"Book/p1","values":{…}}. CSV goes to \
            files in the folder --output, one for each entity, with the properties in the first line; with --entity it \
            goes to the output too.

            Rows are named by entity and key, as Book/p1. Dates are ISO 8601 text, or seconds since 2001 where that text \
            would lose digits; decimal numbers are text; bytes are Base64; arrays and other JSON of the app stand under \
            "json", or under "text" as they are. In CSV, nothing is nil and "" an empty text.

            What cannot be read, such as a value whose file is lost or rows on a damaged page, is an error on the \
            standard error; the rest is written, and the exit code is 1. --strict writes nothing then.

              openswiftdata export STORE --output rows.jsonl
              openswiftdata export STORE --format csv --entity Book
            """
    )

    @Argument(help: "The store, such as default.store. It is opened for reading only.", completion: .file())
    var store: String

    @Option(help: "jsonl or csv.")
    var format = ExportFormat.jsonl

    @Option(help: "Only rows of this entity, without those below it.")
    var entity: String?

    @Option(help: "The file, or for CSV the folder, to be made.")
    var output: String?

    @OptionGroup var strictness: StrictArguments

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
        if format == .csv, output == nil, entity == nil {
            throw ValidationError("CSV has a file for each entity: name the folder with --output, or one entity.")
        }
    }

    func execute(_ console: Console) throws {
        let store = try DynamicTool.open(self.store)
        defer { try? store.close() }
        let bar = progress.bar("Exporting", console)
        defer { bar.finish() }
        let names = try entity.map { [try DynamicTool.entity($0, of: store).name] } ?? store.entityNames
        if let output, FileManager.default.fileExists(atPath: output) {
            throw ToolFailure("There is already a file \(output).")
        }
        let unreadable = UnreadableReport(console, isStrict: strictness.strict) { bar.finish() }
        let export = StoreExport(store, unreadable) { bar.show($0, of: $1, $2) }
        switch format {
        case .jsonl:
            try RowFile.write(to: output, console) { file in
                try export.jsonLines(of: names) { try file.write($0) }
            }
        case .csv where entity != nil && output == nil:
            try RowFile.write(to: nil, console) { file in try export.csv(of: names[0]) { try file.write($0) } }
        case .csv:
            try writeFolder(names, export, console)
        }
        try unreadable.finish()
    }

    private func writeFolder(_ names: [String], _ export: StoreExport, _ console: Console) throws {
        let folder = URL(fileURLWithPath: output ?? "")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        do {
            for name in names {
                let file = folder.appendingPathComponent("\(name).csv").path
                try RowFile.write(to: file, console) { file in try export.csv(of: name) { try file.write($0) } }
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }
}
