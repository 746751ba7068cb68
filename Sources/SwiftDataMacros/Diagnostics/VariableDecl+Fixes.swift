import SwiftSyntax
import SwiftSyntaxBuilder

extension VariableDeclSyntax {
    /// The declaration with a setter that only the class can call.
    var withPrivateSetter: VariableDeclSyntax {
        let isRestricted = modifiers.contains {
            $0.detail != nil || [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
        }
        guard !isRestricted else { return self }
        let detail = DeclModifierDetailSyntax(detail: .identifier("set"))
        var modifier = DeclModifierSyntax(name: .keyword(.private), detail: detail, trailingTrivia: .space)
        var result = self
        if modifiers.isEmpty {
            modifier.leadingTrivia = bindingSpecifier.leadingTrivia
            result.bindingSpecifier.leadingTrivia = []
        }
        result.modifiers = modifiers + [modifier]
        return result
    }

    /// One declaration for each variable of this one.
    var split: CodeBlockItemListSyntax {
        // In `var a, b: Int` the type stands behind the last variable only.
        var annotation: TypeAnnotationSyntax?
        var declarations: [VariableDeclSyntax] = []
        for binding in bindings.reversed() {
            var single = binding.trimmed.with(\.trailingComma, nil)
            annotation = single.typeAnnotation ?? (single.initializer == nil ? annotation : nil)
            if single.typeAnnotation == nil, let annotation {
                single.pattern = single.pattern.trimmed
                single.typeAnnotation = annotation.trimmed
            }
            declarations.append(with(\.bindings, [single]))
        }
        let indentation = leadingTrivia.indentationOnly
        let items = declarations.reversed().enumerated().map { index, declaration in
            let placed = index == 0 ? declaration : declaration.trimmed.with(\.leadingTrivia, .newline + indentation)
            return CodeBlockItemSyntax(item: .decl(DeclSyntax(placed.with(\.trailingTrivia, []))))
        }
        return CodeBlockItemListSyntax(items)
    }
}

extension Trivia {
    /// The white space after the last newline.
    fileprivate var indentationOnly: Trivia {
        let text = String(description.reversed().prefix { $0 == " " || $0 == "\t" }.reversed())
        return Trivia(stringLiteral: text)
    }
}

extension TypeSyntax {
    /// A neutral value of the type, or a placeholder where the syntax does not show one.
    var emptyValue: ExprSyntax {
        if arrayElement != nil { return "[]" }
        if self.is(DictionaryTypeSyntax.self) { return "[:]" }
        if isOptional { return "nil" }
        switch trimmedDescription {
        case "Bool": return "false"
        case "String": return "\"\""
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double":
            return "0"
        case let name where name.hasPrefix("Set<"): return "[]"
        default: return "\(raw: "<#default value#>")"
        }
    }
}
