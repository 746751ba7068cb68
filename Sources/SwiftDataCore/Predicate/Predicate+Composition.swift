public import Foundation

/// Foundation's initialisers of the 2027 releases, which earlier ones lack; where Foundation has them, the compiler
/// takes Foundation's.
extension Predicate {
    /// A predicate that holds where all predicates of a list hold; everywhere where there are none.
    ///
    /// ```swift
    /// let filters = [#Predicate<Trip> { $0.isOpen }, #Predicate<Trip> { $0.price < limit }]
    /// let trips = try context.fetch(FetchDescriptor(predicate: Predicate(all: filters)))
    /// ```
    @_disfavoredOverload
    public init(all subpredicates: some BidirectionalCollection<Self>) {
        self.init(asking: PredicateList(predicates: Array(subpredicates), isConjunction: true))
    }

    /// A predicate that holds where any predicate of a list holds; nowhere where there are none.
    @_disfavoredOverload
    public init(any subpredicates: some BidirectionalCollection<Self>) {
        self.init(asking: PredicateList(predicates: Array(subpredicates), isConjunction: false))
    }

    private init(asking list: PredicateList<repeat each Input>) {
        self.init { (input: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.ExpressionEvaluate(
                expression: PredicateExpressions.deferred { list.expression },
                input: repeat each input
            )
        }
    }
}

extension PredicateExpressions {
    /// A value that is made when it is asked for. Not variadic itself: the runtime cannot make key paths of variadic
    /// types.
    fileprivate static func deferred<Output>(
        _ make: @escaping @Sendable () -> Output
    ) -> KeyPath<Value<_Deferred<Output>>, Output> {
        KeyPath(root: Value(_Deferred(make: make)), keyPath: \_Deferred<Output>.value)
    }
}

/// A constant of a predicate that is made when it is asked for; not for use elsewhere.
public struct _Deferred<Output>: Codable, Sendable {
    private let make: @Sendable () -> Output

    init(make: @escaping @Sendable () -> Output) {
        self.make = make
    }

    var value: Output { make() }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; its predicates are not, on Linux.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

/// Predicates of which all or any must hold. However many they are, they are not nested in each other.
private struct PredicateList<each Input>: Sendable {
    let predicates: [Predicate<repeat each Input>]
    let isConjunction: Bool

    /// The list as an expression. Made when it is evaluated, so that a predicate that is printed holds nodes of
    /// Foundation's alone.
    var expression: Expression<repeat each Input, Bool> {
        Expression { (input: repeat PredicateExpressions.Variable<each Input>) in
            PredicateListExpression(list: self, input: repeat each input)
        }
    }
}

/// Evaluates a list of predicates one after the other, until one decides.
private struct PredicateListExpression<each Input>: StandardPredicateExpression {
    let list: PredicateList<repeat each Input>
    let input: (repeat PredicateExpressions.Variable<each Input>)

    init(list: PredicateList<repeat each Input>, input: repeat PredicateExpressions.Variable<each Input>) {
        self.list = list
        self.input = (repeat each input)
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        for predicate in list.predicates {
            let holds = try predicate.evaluate(repeat try (each input).evaluate(bindings))
            if holds != list.isConjunction { return holds }
        }
        return list.isConjunction
    }

    init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }
    func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

/// A list of predicates, for code that looks at the parts of a predicate.
protocol PredicateListNode {
    var expressions: [any PredicateExpression] { get }
}

extension PredicateListExpression: PredicateListNode {
    var expressions: [any PredicateExpression] { list.predicates.map { $0.expression } }
}

extension PredicateListExpression: QueryConvertible {
    func query(in conversion: inout QueryConversion) -> QueryNode {
        var conditions: [QueryNode] = []
        for predicate in list.predicates {
            for (own, outer) in repeat (each predicate.variable, each input) {
                conversion.bindings[own.key] = conversion.bindings[outer.key]
            }
            conditions.append(conversion.node(opening: predicate.expression))
        }
        return list.isConjunction ? .and(conditions) : .or(conditions)
    }
}
