import SwiftDataMacros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// The macros that a test expands; other macros stay as they are written.
enum MacroSet {
    /// `@Model` as the compiler calls it for the root of a hierarchy.
    static let root = ["Model": model(["PersistentModel", "Observable", "Sendable", "_ModelClass"])]
    /// `@Model` as the compiler calls it for a class that inherits from a model.
    static let subclass = ["Model": model([])]
    static let property = [
        "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
        "_TransformablePersistedProperty": MacroSpec(type: TransformablePersistedPropertyMacro.self),
    ]
    static let actor = ["ModelActor": MacroSpec(type: PersistentModelActorMacro.self, conformances: ["ModelActor"])]
    static let marker = [
        "Attribute": MacroSpec(type: AttributePropertyMacro.self),
        "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
        "Transient": MacroSpec(type: TransientPropertyMacro.self),
        "Unique": MacroSpec(type: UniqueConstraintsMacro.self),
        "Index": MacroSpec(type: IndexMacro.self),
    ]
    static let tree = [
        "Predicate": MacroSpec(type: PredicateMacro.self), "Expression": MacroSpec(type: ExpressionMacro.self),
    ]

    private static func model(_ conformances: [TypeSyntax]) -> MacroSpec {
        MacroSpec(type: PersistentModelMacro.self, conformances: conformances)
    }
}

/// The result of the macros in a source.
struct Expansion {
    let text: String
    /// Line, column, severity and message of each diagnostic, and below it its notes and the fix-its that it offers.
    let diagnostics: String
    /// The source after the first fix-it of each diagnostic.
    let fixed: String

    init(_ source: String, _ macros: [String: MacroSpec]) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")]
        )
        let expanded = file.expand(
            macroSpecs: macros,
            contextGenerator: { node in
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4)
        )
        text = expanded.description.trimmed
        diagnostics = context.diagnostics.map { Self.describe($0, in: context) }.joined(separator: "\n")
        fixed = Self.applyFixIts(to: source, in: context)
    }

    private static func describe(
        _ diagnostic: SwiftDiagnostics.Diagnostic,
        in context: BasicMacroExpansionContext
    ) -> String {
        let location = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
        let head = "\(location.line):\(location.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
        let notes = diagnostic.notes.map { "  note: \($0.message)" }
        let fixIts = diagnostic.fixIts.map { "  fix-it: \($0.message.message)" }
        return ([head] + notes + fixIts).joined(separator: "\n")
    }

    private static func applyFixIts(to source: String, in context: BasicMacroExpansionContext) -> String {
        var edits: [(range: Range<Int>, text: String)] = []
        for change in context.diagnostics.flatMap({ $0.fixIts.first?.changes ?? [] }) {
            guard case .replace(let old, let new) = change else { continue }
            let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
            edits.append((start..<(start + old.totalLength.utf8Length), new.description))
        }
        var bytes = Array(source.utf8)
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Compares the whole expansion of a source, apart from empty lines, which versions of swift-syntax place differently.
func expectExpansion(
    _ source: String,
    _ macros: [String: MacroSpec],
    _ expected: String,
    location: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(source, macros)
    #expect(expansion.text.withoutEmptyLines == expected.withoutEmptyLines, sourceLocation: location)
    #expect(expansion.diagnostics == "", sourceLocation: location)
}

/// Expects each of some members, or other parts without empty lines, in the expansion of a source.
func expectParts(
    _ source: String,
    _ macros: [String: MacroSpec],
    _ parts: [String],
    absent: [String] = [],
    location: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(source, macros)
    let lines = "\n\(expansion.text)\n"
    for part in parts {
        #expect(lines.contains("\n\(part)\n"), "missing:\n\(part)\nin:\n\(lines)", sourceLocation: location)
    }
    for part in absent {
        #expect(!lines.contains(part), "unexpected: \(part)", sourceLocation: location)
    }
    #expect(expansion.diagnostics == "", sourceLocation: location)
}

/// Compares the diagnostics for a source, and what becomes of it when their fix-its are applied.
func expectDiagnostics(
    _ source: String,
    _ macros: [String: MacroSpec],
    _ expected: String,
    fixed: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(source, macros)
    #expect(expansion.diagnostics == expected, sourceLocation: location)
    #expect(expansion.fixed == fixed ?? source, sourceLocation: location)
}

extension String {
    fileprivate var withoutEmptyLines: String {
        split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    }

    /// The text without empty lines around it.
    fileprivate var trimmed: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
