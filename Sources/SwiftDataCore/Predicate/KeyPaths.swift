import Foundation

extension PredicateExpressions.KeyPath: QueryConvertible, QueryConstantConvertible {
    /// The value at the key path where the root does not depend on the row.
    package var constantValue: Any? {
        guard let constant = (root as? any QueryConstantConvertible)?.constantValue,
            let value = constant as? Root.Output
        else { return nil }
        return value[keyPath: keyPath]
    }

    package func query(in conversion: inout QueryConversion) -> QueryNode {
        // A wrapper around a string or another input of an operation stands for its content.
        if Output.self is any OperandWrapper.Type { return conversion.node(root) }
        if let constant = constantValue { return QueryConstants.node(constant) }
        let base = conversion.node(root)
        if let model = Root.Output.self as? any PersistentModel.Type {
            return conversion.property(keyPath, of: base, model) ?? conversion.opaque(keyPath, of: base)
        }
        return conversion.member(keyPath, of: base) ?? conversion.opaque(keyPath, of: base)
    }
}

extension QueryConversion {
    /// A property of a model; nil where the key path is none.
    fileprivate mutating func property(
        _ keyPath: AnyKeyPath,
        of base: QueryNode,
        _ model: any PersistentModel.Type
    ) -> QueryNode? {
        let layout = layout(of: model)
        if let slot = layout.slot(for: keyPath) {
            return .property(QueryProperty(base: base, layout: layout, slot: slot))
        }
        // Every model has `persistentModelID` and, unless it declares another, `id`.
        return type(of: keyPath).valueType == PersistentIdentifier.self ? .identifier(base) : nil
    }

    /// A member of something that is no model.
    fileprivate func member<Root, Value>(_ keyPath: KeyPath<Root, Value>, of base: QueryNode) -> QueryNode? {
        switch keyPath {
        case \String.count: return .text(.unary(.count, base))
        case \String.isEmpty: return .text(.unary(.isEmpty, base))
        case \String._lowercased: return .text(.unary(.lowercased, base))
        case \String._uppercased: return .text(.unary(.uppercased, base))
        case \String._trimmed: return .text(.unary(.trimmed, base))
        case \PersistentIdentifier.id: return base
        case \Date.timeIntervalSinceReferenceDate: return .part(QueryPart(.secondsSinceReferenceDate, of: base))
        case \Date.timeIntervalSince1970: return .part(QueryPart(.secondsSince1970, of: base))
        case \Double._dateSinceReferenceDate: return .part(QueryPart(.dateSinceReferenceDate, of: base))
        case \URL.absoluteString: return .part(QueryPart(.absoluteString, of: base))
        case \UUID.uuidString: return .part(QueryPart(.uuidString, of: base))
        default: break
        }
        if let collection = Root.self as? any QueryCountable.Type {
            if keyPath == collection.countKeyPath { return .collection(.count(base)) }
            if keyPath == collection.isEmptyKeyPath { return .collection(.isEmpty(base)) }
        }
        if let composite = attribute(of: base) as? Schema.CompositeAttribute, composite.kind == .composite,
            let name = CompositeMembers.name(of: keyPath, in: Root.self),
            composite.properties.contains(where: { $0.name == name })
        {
            return .property(QueryProperty(base: base, entityName: nil, name: name, role: .attribute))
        }
        return CompositeMembers.isRawValue(keyPath) ? base : nil
    }

    /// A key path that the tree has no word for, applied in memory.
    fileprivate func opaque<Root, Value>(_ keyPath: KeyPath<Root, Value>, of base: QueryNode) -> QueryNode {
        .unsupported(
            QueryUnsupported(
                "a property of \(Root.self) that is not stored",
                operands: [base],
                operation: .init([Root.self]) { values in
                    guard let root = values[0] as? Root else { return nil }
                    return root[keyPath: keyPath]
                }
            )
        )
    }
}

extension QueryProperty {
    /// The property in a slot of a model.
    package init(base: QueryNode, layout: ModelLayout, slot: Int) {
        let property = layout.properties[slot]
        let role: Role =
            switch property.shape {
            case .attribute: .attribute
            case .toOne: .toOne
            case .toMany: .toMany
            }
        self.init(base: base, entityName: layout.entityName, name: property.name, role: role, slot: slot)
    }
}

/// A wrapper in a predicate that stands for the value that it wraps.
private protocol OperandWrapper {}

extension _PredicateOperand: OperandWrapper {}
extension _TextOperand: OperandWrapper {}
extension _TextSubject: OperandWrapper {}
extension _CalendarMoment: OperandWrapper {}

/// Collections whose key paths for `count` and `isEmpty` are known.
private protocol QueryCountable {
    static var countKeyPath: AnyKeyPath { get }
    static var isEmptyKeyPath: AnyKeyPath { get }
}

extension Array: QueryCountable {
    fileprivate static var countKeyPath: AnyKeyPath { \[Element].count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \[Element].isEmpty }
}

extension ArraySlice: QueryCountable {
    fileprivate static var countKeyPath: AnyKeyPath { \ArraySlice<Element>.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \ArraySlice<Element>.isEmpty }
}

extension Set: QueryCountable {
    fileprivate static var countKeyPath: AnyKeyPath { \Set<Element>.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \Set<Element>.isEmpty }
}

extension Dictionary: QueryCountable {
    fileprivate static var countKeyPath: AnyKeyPath { \[Key: Value].count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \[Key: Value].isEmpty }
}

extension Data: QueryCountable {
    fileprivate static var countKeyPath: AnyKeyPath { \Data.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \Data.isEmpty }
}
