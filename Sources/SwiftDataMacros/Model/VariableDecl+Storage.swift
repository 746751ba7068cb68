import SwiftSyntax

extension VariableDeclSyntax {
    /// True if instances have no storage for the variable that a model could take over.
    var isComputedOrShared: Bool {
        isShared || isLazy || bindings.contains(where: \.isComputed)
    }

    private var isShared: Bool {
        modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }

    private var isLazy: Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
    }
}

extension PatternBindingSyntax {
    /// True if the binding has a getter; `willSet` and `didSet` leave a property stored.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors): !accessors.allSatisfy(\.isObserver)
        }
    }

    /// The `willSet` and `didSet` observers of a stored property.
    var observers: [AccessorDeclSyntax] {
        guard case .accessors(let accessors)? = accessorBlock?.accessors else { return [] }
        return accessors.filter(\.isObserver)
    }
}

extension AccessorDeclSyntax {
    var isObserver: Bool {
        [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
    }
}
