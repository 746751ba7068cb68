import Foundation

/// A node of Foundation's that makes a range of two other nodes.
protocol RangeNode {
    func bounds(in conversion: inout QueryConversion) -> (lower: QueryNode, upper: QueryNode, includesUpper: Bool)
}

extension PredicateExpressions.ClosedRange: RangeNode {
    func bounds(
        in conversion: inout QueryConversion
    ) -> (lower: QueryNode, upper: QueryNode, includesUpper: Bool) {
        (conversion.node(lower), conversion.node(upper), true)
    }
}

extension PredicateExpressions.Range: RangeNode {
    func bounds(
        in conversion: inout QueryConversion
    ) -> (lower: QueryNode, upper: QueryNode, includesUpper: Bool) {
        (conversion.node(lower), conversion.node(upper), false)
    }
}

extension PredicateExpressions.RangeExpressionContains: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let wanted = conversion.node(element)
        guard QueryTypes.hasNaturalOrder(Element.Output.self) else {
            return .unsupported(QueryUnsupported("a range of values of type \(Element.Output.self)"))
        }
        if let value = conversion.constant(range) { return QueryRange.node(capturing: value, element: wanted) }
        guard let node = range as? any RangeNode else {
            return .unsupported(QueryUnsupported("a range that depends on the row"))
        }
        let (lower, upper, includesUpper) = node.bounds(in: &conversion)
        return .range(QueryRange(lower: lower, upper: upper, includesUpper: includesUpper, element: wanted))
    }
}

/// A range that a predicate captured.
private protocol CapturedRange {
    var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { get }
}

extension ClosedRange: CapturedRange {
    fileprivate var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, true) }
}

extension Range: CapturedRange {
    fileprivate var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, upperBound, false) }
}

extension PartialRangeFrom: CapturedRange {
    fileprivate var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (lowerBound, nil, true) }
}

extension PartialRangeThrough: CapturedRange {
    fileprivate var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, true) }
}

extension PartialRangeUpTo: CapturedRange {
    fileprivate var queryBounds: (lower: Any?, upper: Any?, includesUpper: Bool) { (nil, upperBound, false) }
}

extension QueryRange {
    package static func node(capturing range: Any, element: QueryNode) -> QueryNode {
        guard let captured = range as? any CapturedRange else {
            return .unsupported(QueryUnsupported("a range of type \(type(of: range))"))
        }
        let (lower, upper, includesUpper) = captured.queryBounds
        return .range(
            QueryRange(
                lower: lower.map(QueryConstants.node),
                upper: upper.map(QueryConstants.node),
                includesUpper: includesUpper,
                element: element
            )
        )
    }
}
