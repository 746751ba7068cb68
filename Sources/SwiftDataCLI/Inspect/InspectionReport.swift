import Foundation
import SwiftDataSQLite

/// An inspection as text and as JSON.
struct InspectionReport {
    let inspection: StoreInspection
    let description: StoreDescription

    init(_ inspection: StoreInspection, _ description: StoreDescription) {
        self.inspection = inspection
        self.description = description
    }

    private var maker: String {
        if let layout = description.details.ownLayoutVersion { return "OpenSwiftData (layout \(layout))" }
        return description.configurations.contains("default") ? "SwiftData" : "Core Data"
    }

    private var framework: String? {
        description.details.frameworkVersion.map { version in
            let system = FrameworkVersion.system(version).map { " (\($0))" } ?? ""
            return "\(version)\(system)"
        }
    }

    private var hashKind: String { description.metadata.hasLibraryHashes ? "of OpenSwiftData" : "of Apple's framework" }

    private var modelVersion: String {
        description.metadata.modelVersionIdentifiers.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    // MARK: Text

    func lines(withHashes: Bool) -> [String] {
        var lines = overview.map { name, value in
            name + String(repeating: " ", count: max(1, 18 - name.count)) + TextTable.printable(value)
        }
        lines += ["", "Entities"] + entityTable(withHashes).lines
        if !inspection.indices.isEmpty { lines += ["", "Indices"] + indexTable.lines }
        if !inspection.oddities.isEmpty {
            lines += ["", "Worth knowing"] + inspection.oddities.map { "- " + TextTable.printable($0) }
        }
        return lines
    }

    private var overview: [(String, String)] {
        var rows = [
            ("Store", inspection.path),
            ("Identifier", description.metadata.storeIdentifier),
            ("Made by", maker),
        ]
        if let framework { rows.append(("Framework", framework)) }
        rows.append(("Model version", modelVersion.isEmpty ? "none" : modelVersion))
        rows.append(("Version hashes", hashKind))
        let pages = "\(inspection.pageCount) pages of \(inspection.pageSize) B, \(inspection.freePageCount) free"
        let size = ByteCount.text(ifKnown: inspection.fileSize)
        rows.append(("File", "\(size) (\(pages)), journal: \(inspection.journalMode)"))
        if let log = inspection.writeAheadLog {
            let pages = log.pageCount.map { "\($0) committed pages" } ?? "committed pages unknown"
            let invalid = log.invalidFrames ?? 0
            let unread = invalid > 0 ? ", " + Plural.text(invalid, "frame") + " that SQLite does not read" : ""
            rows.append(("-wal", "\(ByteCount.text(ifKnown: log.size)), \(pages)\(unread)"))
        }
        let files = inspection.externalFiles
        if files.count != 0 {
            let text = files.count.map { "\($0), \(ByteCount.text(ifKnown: files.size))" }
            rows.append(("External files", text ?? "unknown"))
        }
        if let history = inspection.history {
            var text =
                Plural.text(history.transactionCount, "transaction") + ", " + Plural.text(history.changeCount, "change")
                + ", "
            text += ByteCount.text(history.size)
            if let first = history.first, let last = history.last {
                text += ", from \(ISODate.text(first)) to \(ISODate.text(last))"
            }
            rows.append(("History", text))
        } else {
            rows.append(("History", "none"))
        }
        return rows
    }

    private func entityTable(_ withHashes: Bool) -> TextTable {
        var columns: [TextTable.Column] = [
            .number("No"), .text("Entity"), .text("Below"), .text("Table"), .number("Rows"), .number("Attributes"),
            .number("Relationships"), .number(inspection.sizesAreExact ? "Size" : "Size (estimated)"),
        ]
        if withHashes { columns.append(.text("Version hash")) }
        var table = TextTable(columns)
        for entity in inspection.entities {
            var cells = [
                "\(entity.number)", entity.name + (entity.isAbstract ? " (abstract)" : ""), entity.superName ?? "",
                entity.table, entity.rowCount.map { "\($0)" } ?? "missing", "\(entity.attributeCount)",
                "\(entity.relationshipCount)", entity.size.map(ByteCount.text) ?? "",
            ]
            if withHashes { cells.append(Hexadecimal.text(entity.versionHash ?? Data())) }
            table.add(cells)
        }
        return table
    }

    private var indexTable: TextTable {
        var table = TextTable(.text("Index"), .text("Table"), .text("Columns"), .text("Unique"), .number("Size"))
        for index in inspection.indices {
            table.add(
                index.name,
                index.table,
                index.columns.joined(separator: ", "),
                index.isUnique ? "yes" : "",
                ByteCount.text(index.size)
            )
        }
        return table
    }

    // MARK: JSON

    var json: JSONValue {
        .members([
            "store": .string(inspection.path),
            "identifier": .string(description.metadata.storeIdentifier),
            "madeBy": .string(maker),
            "frameworkVersion": description.details.frameworkVersion.map { .integer($0) } ?? .null,
            "modelVersions": .strings(description.metadata.modelVersionIdentifiers),
            "hashesAreOurs": .boolean(description.metadata.hasLibraryHashes),
            "fileSize": .integer(ifKnown: inspection.fileSize),
            "pageSize": .integer(inspection.pageSize),
            "pageCount": .integer(inspection.pageCount),
            "freePageCount": .integer(inspection.freePageCount),
            "journalMode": .string(inspection.journalMode),
            "wal": inspection.writeAheadLog.map { log in
                .members([
                    "size": .integer(ifKnown: log.size), "committedPages": .integer(ifKnown: log.pageCount),
                    "invalidFrames": .integer(ifKnown: log.invalidFrames),
                ])
            } ?? .null,
            "externalFiles": .members([
                "count": inspection.externalFiles.count.map { .count($0) } ?? .null,
                "size": .integer(ifKnown: inspection.externalFiles.size),
            ]),
            "sizesAreExact": .boolean(inspection.sizesAreExact),
            "entities": .array(inspection.entities.map(Self.json)),
            "indices": .array(inspection.indices.map(Self.json)),
            "history": inspection.history.map(Self.json) ?? .null,
            "oddities": .strings(inspection.oddities),
        ])
    }

    private static func json(_ entity: StoreInspection.Entity) -> JSONValue {
        .members([
            "name": .string(entity.name),
            "number": .integer(entity.number),
            "superentity": .text(entity.superName),
            "className": .text(entity.className),
            "isAbstract": .boolean(entity.isAbstract),
            "table": .string(entity.table),
            "rowCount": entity.rowCount.map { .integer($0) } ?? .null,
            "attributeCount": .count(entity.attributeCount),
            "relationshipCount": .count(entity.relationshipCount),
            "size": entity.size.map { .integer($0) } ?? .null,
            "versionHash": .text(entity.versionHash.map(Hexadecimal.text)),
        ])
    }

    private static func json(_ index: StoreInspection.Index) -> JSONValue {
        .members([
            "name": .string(index.name),
            "table": .string(index.table),
            "columns": .strings(index.columns),
            "isUnique": .boolean(index.isUnique),
            "size": .integer(index.size),
        ])
    }

    private static func json(_ history: StoreInspection.History) -> JSONValue {
        .members([
            "transactionCount": .integer(history.transactionCount),
            "changeCount": .integer(history.changeCount),
            "first": .text(history.first.map(ISODate.text)),
            "last": .text(history.last.map(ISODate.text)),
            "size": .integer(history.size),
        ])
    }
}
