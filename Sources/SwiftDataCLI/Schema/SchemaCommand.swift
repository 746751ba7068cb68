import ArgumentParser
import Foundation
import SwiftDataModelSource
import SwiftDataSQL

/// `openswiftdata schema`
struct SchemaCommand: ToolCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, sql, mermaid, dot, json
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Shows the entities of a store or of a model: as text, SQL, JSON or a diagram.",
        discussion: """
            Reads the same files as generate. The formats:

            text     entities with their attributes, relationships, constraints and indices
            sql      the statements that make the tables of a new store
            mermaid  a class diagram for Markdown
            dot      a diagram for Graphviz: openswiftdata schema FILE --format dot | dot -Tsvg
            json     the model for programs
            """
    )

    @Argument(help: "A store or a model. It is only read.", completion: .file())
    var file: String

    @Option(help: "The output format.")
    var format = Format.text

    @Flag(help: "The same as --format json.")
    var json = false

    @Option(help: "A version of the model, instead of the current one.")
    var version: String?

    func execute(_ console: Console) throws {
        var source = try ModelSource.read(URL(filePath: file))
        if let version { try source.select(version: version) }
        guard let model = source.current?.model else { throw ToolFailure("The model has no versions.") }
        switch json ? .json : format {
        case .text: for line in SchemaText(model).lines { console.print(line) }
        case .sql:
            for statement in try StoreLayout(model).creationStatements { console.print(statement + ";") }
        case .mermaid: for line in SchemaDiagram(model).mermaid { console.print(line) }
        case .dot: for line in SchemaDiagram(model).dot { console.print(line) }
        case .json: console.print(SchemaJSON(model).value)
        }
    }
}
