import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelDiagnostics {
    /// A class whose properties have no defaults needs an initializer.
    static func requireInitializer(_ model: ModelClass, in context: some MacroExpansionContext) {
        let properties = model.properties.filter(\.needsInitialValue)
        guard !model.hasInitializer, !properties.isEmpty else { return }
        let message = MacroMessage(
            "initializer",
            .error,
            "@Model requires an initializer be provided for '\(model.name)'"
        )
        var fixIts: [FixIt] = []
        // The parameters need types that only the type checker knows where the declaration leaves them out.
        if properties.allSatisfy({ $0.type != nil }) {
            let block = model.declaration.memberBlock
            let fixed = block.with(\.members, block.members + [initializer(for: properties, of: model, in: block)])
            fixIts = [.replacing(block, with: fixed, id: "add-initializer", "add an initializer")]
        }
        context.diagnose(Diagnostic(node: model.declaration.name, message: message, fixIts: fixIts))
    }

    private static func initializer(
        for properties: [ModelProperty],
        of model: ModelClass,
        in block: MemberBlockSyntax
    ) -> MemberBlockItemSyntax {
        let parameters = properties.map { "\($0.identifier.text): \($0.type?.parameterDescription ?? "")" }
        let indentation = block.memberIndentation
        var lines = ["\(model.access)init(\(parameters.joined(separator: ", "))) {"]
        lines += properties.map { "    self.\($0.identifier.text) = \($0.identifier.text)" }
        if model.superclass != nil {
            lines.append("    super.init(<#arguments#>)")
        }
        lines.append("}")
        let text = lines.map { "\n\(indentation)\($0)" }.joined()
        return MemberBlockItemSyntax(leadingTrivia: .newline, decl: "\(raw: text)" as DeclSyntax)
    }
}

extension MemberBlockSyntax {
    /// The white space that the members of the block begin with.
    fileprivate var memberIndentation: String {
        guard let trivia = members.first?.leadingTrivia else { return "    " }
        let text = trivia.description
        return text.contains("\n") ? String(text.reversed().prefix { $0 == " " || $0 == "\t" }.reversed()) : "    "
    }
}

extension TypeSyntax {
    /// The type as that of a parameter whose argument is stored.
    fileprivate var parameterDescription: String {
        self.is(FunctionTypeSyntax.self) ? "@escaping \(trimmedDescription)" : trimmedDescription
    }
}
