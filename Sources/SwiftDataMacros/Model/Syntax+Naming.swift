import SwiftSyntax
import SwiftSyntaxBuilder

extension TokenSyntax {
    /// The identifier without backticks.
    var unescapedText: String {
        text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }

    /// The identifier with a prefix, in backticks where it is not a plain identifier.
    func prefixed(_ prefix: String) -> String {
        let name = prefix + unescapedText
        let isPlain = name.allSatisfy { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber || !$0.isASCII }
        return isPlain ? name : "`\(name)`"
    }
}

extension WithAttributesSyntax {
    /// The attribute of that name, written with or without the module's name.
    func attribute(_ name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in attributes where attribute.isNamed(name) {
            return attribute
        }
        return nil
    }

    func hasAttribute(_ name: String) -> Bool {
        attribute(name) != nil
    }
}

extension AttributeSyntax {
    func isNamed(_ name: String) -> Bool {
        let written = attributeName.trimmedDescription
        return written == name || written == "SwiftData.\(name)"
    }
}

extension TypeSyntax {
    var isOptional: Bool { unwrapped != nil }

    /// The wrapped type of an optional, however it is spelled.
    var unwrapped: TypeSyntax? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return unwrapped.wrappedType }
        return genericArgument(of: "Optional")
    }

    /// The element type of an array, however it is spelled.
    var arrayElement: TypeSyntax? {
        self.as(ArrayTypeSyntax.self)?.element ?? genericArgument(of: "Array")
    }

    var isArrayOrOptionalArray: Bool { (unwrapped ?? self).arrayElement != nil }

    private func genericArgument(of name: String) -> TypeSyntax? {
        let clause: GenericArgumentClauseSyntax?
        if let identifier = self.as(IdentifierTypeSyntax.self), identifier.name.text == name {
            clause = identifier.genericArgumentClause
        } else if let member = self.as(MemberTypeSyntax.self), member.name.text == name,
            member.baseType.trimmedDescription == "Swift"
        {
            clause = member.genericArgumentClause
        } else {
            return nil
        }
        // The argument became a choice of type and expression in a later swift-syntax; its text is the same.
        guard let argument = clause?.arguments.first, clause?.arguments.count == 1 else { return nil }
        return "\(raw: argument.argument.trimmedDescription)"
    }
}
