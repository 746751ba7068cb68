import Foundation

extension PredicateExpressions.SequenceContains: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        if LHS.Output.self is any StringProtocol.Type {
            return .text(.binary(.contains, conversion.node(sequence), conversion.node(element)))
        }
        let wanted = conversion.node(element)
        if LHS.Output.self == Data.self, RHS.Output.self == UInt8.self {
            return .bytes(.contains(conversion.node(sequence), byte: wanted))
        }
        if let range = conversion.constant(sequence) as? any RangeExpression {
            return QueryRange.node(capturing: range, element: wanted)
        }
        guard let value = conversion.constant(sequence) else {
            let base = conversion.node(sequence)
            return .collection(.contains(base, element: conversion.operand(element, wanted)))
        }
        guard conversion.comparesByStoredForm(RHS.Output.self, wanted),
            let elements = QueryConstants.storedElements(of: value, for: conversion.attribute(of: wanted))
        else { return conversion.opaqueContains(value, RHS.Output.self, wanted) }
        return .collection(.contains(.list(elements.map(QueryValue.init)), element: wanted))
    }
}

extension QueryConversion {
    fileprivate func operand<E: PredicateExpression>(_ expression: E, _ node: QueryNode) -> QueryNode {
        constant(expression).map(QueryConstants.node) ?? node
    }

    fileprivate func opaqueContains<Element: Equatable>(
        _ sequence: Any,
        _ type: Element.Type,
        _ wanted: QueryNode
    ) -> QueryNode {
        let elements = (QueryConstants.elements(of: sequence) ?? []).compactMap { $0 as? Element }
        return .unsupported(
            QueryUnsupported(
                "contains(_:) of a captured collection of \(type)",
                operands: [wanted],
                operation: .init([type]) { values in (values[0] as? Element).map(elements.contains) }
            )
        )
    }

    /// Converts the closure of an operation on a collection.
    /// - Parameter empty: The value of the operation on a captured list without elements, for which the closure is
    ///   never run.
    fileprivate mutating func test<Base: PredicateExpression, Test: PredicateExpression, Element>(
        _ base: Base,
        _ variable: PredicateExpressions.Variable<Element>,
        _ test: Test,
        empty: QueryNode,
        _ make: (QueryNode, QueryVariable, QueryNode) -> QueryCollection
    ) -> QueryNode {
        let collection = node(base)
        if collection.isEmptyList { return empty }
        let name = newVariable(for: variable.key)
        return .collection(make(collection, name, node(test)))
    }
}

extension PredicateExpressions.SequenceContainsWhere: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.test(sequence, variable, test, empty: .false) { .containsWhere($0, variable: $1, test: $2) }
    }
}

extension PredicateExpressions.SequenceAllSatisfy: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.test(sequence, variable, test, empty: .true) { .allSatisfy($0, variable: $1, test: $2) }
    }
}

extension PredicateExpressions.Filter: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.test(sequence, variable, filter, empty: .list([])) { .filter($0, variable: $1, test: $2) }
    }
}

extension PredicateExpressions.SequenceMinimum: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        QueryTypes.hasNaturalOrder(Elements.Output.Element.self)
            ? .collection(.minimum(conversion.node(elements)))
            : .unsupported(
                QueryUnsupported(
                    "min() of values of type \(Elements.Output.Element.self)",
                    operands: [conversion.node(elements)],
                    operation: .init([Elements.Output.self]) { ($0[0] as? Elements.Output).map { $0.min() as Any } }
                )
            )
    }
}

extension PredicateExpressions.SequenceMaximum: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        QueryTypes.hasNaturalOrder(Elements.Output.Element.self)
            ? .collection(.maximum(conversion.node(elements)))
            : .unsupported(
                QueryUnsupported(
                    "max() of values of type \(Elements.Output.Element.self)",
                    operands: [conversion.node(elements)],
                    operation: .init([Elements.Output.self]) { ($0[0] as? Elements.Output).map { $0.max() as Any } }
                )
            )
    }
}

extension PredicateExpressions.CollectionIndexSubscript: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        if let operation = Wrapped.Output.self as? any TextSubject.Type {
            return .text(.binary(operation.queryOperator, conversion.node(wrapped), conversion.node(index)))
        }
        if let nested = conversion.constant(wrapped) as? any NestedQuery {
            return nested.query(on: conversion.node(index), in: &conversion)
        }
        if let part = conversion.constant(wrapped) as? _CalendarPart { return part.query(of: conversion.node(index)) }
        guard Index.Output.self == Int.self else {
            return .unsupported(QueryUnsupported("a subscript of \(Wrapped.Output.self)"))
        }
        return .collection(.element(conversion.node(wrapped), index: conversion.node(index)))
    }
}

extension PredicateExpressions.CollectionRangeSubscript: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        var bounds: (lower: QueryNode, upper: QueryNode)?
        if let captured = conversion.constant(range) as? Swift.Range<Int> {
            bounds = (QueryConstants.node(captured.lowerBound), QueryConstants.node(captured.upperBound))
        } else if let node = range as? any RangeNode {
            let (lower, upper, _) = node.bounds(in: &conversion)
            bounds = (lower, upper)
        }
        guard let bounds else { return .unsupported(QueryUnsupported("a subscript with a range")) }
        return .unsupported(
            QueryUnsupported(
                "a subscript with a range",
                operands: [conversion.node(wrapped), bounds.lower, bounds.upper],
                operation: .init([Wrapped.Output.self, Int.self, Int.self]) { values in
                    guard let base = values[0] as? Wrapped.Output, let lower = values[1] as? Wrapped.Output.Index,
                        let upper = values[2] as? Wrapped.Output.Index, base.startIndex <= lower, lower <= upper,
                        upper <= base.endIndex
                    else { return nil }
                    return base[lower..<upper]
                }
            )
        )
    }
}

extension PredicateExpressions.CollectionContainsCollection: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let left = conversion.node(base)
        let right = conversion.node(other)
        if Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type {
            return .text(.binary(.contains, left, right))
        }
        return .unsupported(
            QueryUnsupported(
                "contains(_:) with a collection",
                operands: [left, right],
                operation: .init([Base.Output.self, Other.Output.self]) { values in
                    guard let base = values[0] as? Base.Output, let other = values[1] as? Other.Output else {
                        return nil
                    }
                    return base.contains(other)
                }
            )
        )
    }
}

extension PredicateExpressions.SequenceStartsWith: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let left = conversion.node(base)
        let right = conversion.node(prefix)
        if Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type {
            return .text(.binary(.startsWith, left, right))
        }
        if Base.Output.self == Data.self, Prefix.Output.self == Data.self {
            return .bytes(.startsWith(left, prefix: right))
        }
        return .unsupported(
            QueryUnsupported(
                "starts(with:) with a collection",
                operands: [left, right],
                operation: .init([Base.Output.self, Prefix.Output.self]) { values in
                    guard let base = values[0] as? Base.Output, let prefix = values[1] as? Prefix.Output else {
                        return nil
                    }
                    return base.starts(with: prefix)
                }
            )
        )
    }
}
