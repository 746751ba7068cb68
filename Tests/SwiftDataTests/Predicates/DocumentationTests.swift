import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// The table of operations in docs/predicates.md is what the sources make of them. To write it anew:
/// `WRITE_DOCUMENTATION=1 swift test --filter DocumentationTests`.
struct DocumentationTests {
    private static let begin = "<!-- The tables are written by DocumentationTests. -->\n"
    private static let end = "<!-- End of the tables. -->\n"

    private var file: URL {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("docs/predicates.md")
    }

    @Test("The document shows the SQL that each operation becomes")
    func table() throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: Self.begin)).upperBound
        let stop = try #require(text.range(of: Self.end)).lowerBound
        let written = try sections()
        if ProcessInfo.processInfo.environment["WRITE_DOCUMENTATION"] != nil {
            let new = text.replacingCharacters(in: start..<stop, with: written)
            try new.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[start..<stop]) == written, "docs/predicates.md is out of date")
        }
    }

    @Test("Every operation of the tree is in the document")
    func complete() throws {
        var found: Set<String> = []
        func collect(_ node: QueryNode) {
            found.insert(operation(node))
            node.children.forEach(collect)
        }
        for operation in try DocumentedSection.all.flatMap(\.operations) {
            if let query = operation.query { collect(query) }
            operation.sort.forEach { collect($0.key) }
        }
        var wanted: Set = [
            "value", "variable", "property", "identifier", "logic and", "logic or", "logic not", "conditional",
            "optional flatMap", "optional coalesce", "optional unwrap", "arithmetic negate", "text matches", "range",
            "lookup", "collection contains", "collection containsWhere", "collection allSatisfy", "collection filter",
            "bytes contains", "bytes startsWith", "collection count", "collection isEmpty", "collection minimum",
            "collection maximum", "collection element", "calendar",
        ]
        wanted.formUnion(QueryComparison.Operator.allCases.map { "comparison \($0)" })
        wanted.formUnion(QueryArithmetic.Operator.allCases.map { "arithmetic \($0)" })
        wanted.formUnion(QueryText.Operator.allCases.map { "text \($0)" })
        wanted.formUnion(QueryText.Transform.allCases.map { "text \($0)" })
        wanted.formUnion(QueryPart.Kind.allCases.map { "part \($0)" })
        wanted.formUnion(QueryCast.Operator.allCases.map { "cast \($0)" })
        #expect(wanted.subtracting(found) == [])
    }

    private func operation(_ node: QueryNode) -> String {
        let family = Mirror(reflecting: node).children.first?.label ?? ""
        return switch node {
        case .comparison(let node): "\(family) \(node.op)"
        case .cast(let node): "\(family) \(node.op)"
        case .arithmetic(.binary(let op, _, _, _)): "\(family) \(op)"
        case .text(.binary(let op, _, _)): "\(family) \(op)"
        case .text(.unary(let transform, _)): "\(family) \(transform)"
        case .arithmetic(let node): "\(family) \(name(node))"
        case .text(let node): "\(family) \(name(node))"
        case .logic(let node): "\(family) \(name(node))"
        case .optional(let node): "\(family) \(name(node))"
        case .part(let node): "\(family) \(node.kind)"
        case .bytes(let node): "\(family) \(name(node))"
        case .collection(let node): "\(family) \(name(node))"
        default: family
        }
    }

    private func name(_ node: Any) -> String { Mirror(reflecting: node).children.first?.label ?? "" }

    private func sections() throws -> String {
        let layout = try StoreLayout(schema: Schema(Fleet.types + [Journey.self, HotelStay.self, Vessel.self]))
        let lines = try String(contentsOfFile: DocumentedSection.source, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var text = ""
        for section in try DocumentedSection.all {
            text += "\n### \(section.title)\n\n| operation | Swift | SQL |\n|---|---|---|\n"
            for operation in section.operations {
                let source = try source(of: operation, in: lines)
                let sql = try sql(of: operation, in: layout)
                text += "| \(operation.name) | \(cell(source)) | \(sql) |\n"
            }
        }
        return text + "\n"
    }

    private func cell(_ code: String) -> String { "`\(code.replacingOccurrences(of: "|", with: "\\|"))`" }

    /// Returns the code after the name of the operation, on its line or on the one below.
    private func source(of operation: DocumentedOperation, in lines: [String]) throws -> String {
        for line in lines[(operation.line - 1)...].prefix(3) {
            for start in ["#Predicate<", "Predicate(all:", "Predicate(any:", "SortDescriptor("] {
                guard let found = line.range(of: start) else { continue }
                var code = String(line[found.lowerBound...]).replacingOccurrences(of: "<Voyage>", with: "")
                while let last = code.last, ",".contains(last) { code.removeLast() }
                // The parenthesis of the operation itself.
                if code.filter({ $0 == "(" }).count < code.filter({ $0 == ")" }).count { code.removeLast() }
                return code
            }
        }
        throw CocoaError(.fileReadCorruptFile)
    }

    /// Returns the SQL of the statement without the name of the table.
    private func sql(of operation: DocumentedOperation, in layout: StoreLayout) throws -> String {
        let statement = try SelectStatement(
            layout: layout,
            dialect: SQLiteDialect(),
            entity: operation.entity,
            storeIdentifier: DocumentedSection.store,
            query: operation.query,
            sort: operation.sort,
            columns: .identifiers
        )
        let table = try #require(statement.sql.range(of: " FROM "))
        let words = statement.sql[table.upperBound...].split(separator: " ", maxSplits: 2)
        var parts: [String] = []
        if words.count > 2 { parts.append(cell(String(words[2]))) }
        if let reason = statement.residualReason { parts.append("in memory: \(reason)") }
        if !statement.residualSort.isEmpty { parts.append("sorted in memory") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
}
