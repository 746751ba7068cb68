import SwiftSyntax
import SwiftSyntaxBuilder

/// Numbers the properties of a class that has some of them in conditional compilation.
///
/// A macro sees every clause and cannot know which one is compiled. The cases of an enum, in the same clauses, are
/// numbered by the compiler.
struct SlotNumbers {
    let model: ModelClass

    init(_ model: ModelClass) {
        self.model = model
    }

    /// The expression that reads the slot of a property.
    static func slot(of property: ModelProperty) -> String {
        "_$Slot.\(property.identifier.text).rawValue"
    }

    var declaration: DeclSyntax {
        """
        private enum _$Slot: Swift.Int {
            \(raw: cases(in: model.declaration.memberBlock.members).joined(separator: "\n    "))
        }
        """
    }

    private func cases(in members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return ModelProperty(variable).map { ["case \($0.identifier.text)"] } ?? []
            }
            return member.decl.as(IfConfigDeclSyntax.self)?.lines { self.cases(in: $0) } ?? []
        }
    }
}
