import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelMembers {
    /// `init(backingData:)`, and the initialiser that Swift would have synthesised without it.
    var initializers: [DeclSyntax] {
        if let superclass = model.superclass {
            return inheritsInitializers ? [] : [subclassInitializer, subclassConvenience(superclass)]
        }
        return model.hasInitializer || model.properties.contains(where: \.needsInitialValue)
            ? [rootInitializer] : [rootInitializer, "init() {}"]
    }

    /// True if Swift gives a subclass the initialisers of its superclass, which a generated one would prevent.
    private var inheritsInitializers: Bool {
        !model.hasInitializer && !model.properties.contains(where: \.needsInitialValue)
    }

    private var rootInitializer: DeclSyntax {
        initializer(
            modifiers: model.isFinal ? "" : "required ",
            backingData: model.name,
            last: "_$storedState = SwiftData._ModelStorage(backingData, \(model.name).self)"
        )
    }

    /// Dynamic dispatch uses the root's parameter type: a subclass is made by overriding the root's initialiser.
    private var subclassInitializer: DeclSyntax {
        initializer(
            modifiers: "required ",
            backingData: "\(model.superclass ?? "").Root",
            last: "_$storedState = SwiftData._ModelStorage()\n    super.init(backingData: backingData)"
        )
    }

    private func subclassConvenience(_ superclass: String) -> DeclSyntax {
        """
        \(raw: model.access)convenience init(backingData: any SwiftData.BackingData<\(raw: model.name)>) {
            let stored: any SwiftData.BackingData<\(raw: superclass).Root> =
                backingData._superClassBackingData(of: \(raw: model.name).self)
            self.init(backingData: stored)
        }
        """
    }

    private func initializer(modifiers: String, backingData: String, last: String) -> DeclSyntax {
        let placeholders = placeholders(in: model.declaration.memberBlock.members)
        return """
            \(raw: model.access)\(raw: modifiers)init(backingData: any SwiftData.BackingData<\(raw: backingData)>) {
                \(raw: (placeholders + [last]).joined(separator: "\n    "))
            }
            """
    }

    private func placeholders(in members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return ModelProperty(variable).flatMap(placeholder).map { [$0] } ?? []
            }
            return member.decl.as(IfConfigDeclSyntax.self)?.lines { self.placeholders(in: $0) } ?? []
        }
    }

    private func placeholder(for property: ModelProperty) -> String? {
        guard !property.startsEmpty else { return nil }
        return "\(property.placeholder) = \(PersistedProperty.initialPlaceholder(of: property))"
    }
}

extension IfConfigDeclSyntax {
    /// The clauses with other contents, made from their members; empty where no clause has any.
    func lines(_ contents: (MemberBlockItemListSyntax) -> [String]) -> [String] {
        var lines: [String] = []
        var isEmpty = true
        for clause in clauses {
            let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
            lines.append("\(clause.poundKeyword.text)\(condition)")
            if case .decls(let members)? = clause.elements {
                let inside = contents(members)
                isEmpty = isEmpty && inside.isEmpty
                lines += inside
            }
        }
        return isEmpty ? [] : lines + ["#endif"]
    }
}
