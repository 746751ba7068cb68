import ArgumentParser
import Foundation
import SwiftDataSQLite

/// `openswiftdata import`
struct ImportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Inserts rows of JSON lines or CSV, as export writes them, into a store.",
        discussion: """
            This writes the store, in one transaction with a history: all rows or none. Rows get new keys; where the \
            files lead from one row to another, they lead to the new ones. A row whose unique values the store has \
            already changes the stored one. Properties that a row does not name get their default, or none. Derived \
            attributes are left to Core Data.

            The files are JSON lines, a folder of CSV files named after entities, or one CSV file with --entity.
            """
    )

    @Argument(help: "The store. It is written.")
    var store: String

    @Argument(help: "The file of JSON lines or CSV, or the folder of CSV files.")
    var input: String

    @Option(help: "jsonl or csv; by the ending of the file without it.")
    var format: ExportFormat?

    @Option(help: "The entity of the rows of a CSV file; its name without it.")
    var entity: String?

    @Option(help: ArgumentHelp("Make the store first, empty, with the schema of this store.", valueName: "other"))
    var like: String?

    @Option(help: "The author that the history names.")
    var author = "openswiftdata import"

    @OptionGroup var progress: ProgressArguments

    func execute(_ console: Console) throws {
        guard FileManager.default.fileExists(atPath: input) else { throw ToolFailure("There is no file \(input).") }
        guard let like else { return try insert(console) }
        try StorePath.check(like)
        try EmptyStore.make(at: store, like: like)
        do {
            try insert(console)
        } catch {
            StoreCopy.remove(store)
            throw error
        }
    }

    private func insert(_ console: Console) throws {
        let bar = progress.bar("Importing", console)
        defer { bar.finish() }
        // Input that cannot be understood must not leave a trace: the store is opened for writing after that.
        let rows: [ImportedRow]
        do {
            let reader = try DynamicTool.open(store)
            defer { try? reader.close() }
            rows = try read(ImportReader { try DynamicTool.entity($0, of: reader) })
        }
        let store = try DynamicTool.open(self.store, allowsSave: true)
        defer { try? store.close() }
        try StoreImport(store).insert(rows, author: author) { bar.show($0, of: rows.count) }
        bar.finish()
        console.print("\(Plural.text(rows.count, "row")) imported.")
    }

    private func read(_ reader: ImportReader) throws -> [ImportedRow] {
        let url = URL(fileURLWithPath: input)
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
        if isFolder.boolValue {
            let names = try FileManager.default.contentsOfDirectory(atPath: input).filter { $0.hasSuffix(".csv") }
                .sorted()
            guard !names.isEmpty else { throw ToolFailure("There are no CSV files in \(input).") }
            return try names.flatMap { name in
                try reader.csv(url.appendingPathComponent(name), of: String(name.dropLast(".csv".count)))
            }
        }
        if format == .csv || format == nil && url.pathExtension == "csv" {
            return try reader.csv(url, of: entity ?? url.deletingPathExtension().lastPathComponent)
        }
        return try reader.jsonLines(url)
    }
}
