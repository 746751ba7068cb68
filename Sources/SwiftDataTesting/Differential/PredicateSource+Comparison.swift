import Foundation
import SwiftData

extension PredicateSource {
    /// Compares a value of a type that the model has.
    func comparison<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let type = type(of: catalogues.catalogue(Model.self).types, or: Int.self)
        return comparison(of: type, subject, depth)
    }

    func comparison<T: Sample, Model: PersistentModel>(
        of type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        comparison(value(type, subject, depth), subject, depth)
    }

    /// Compares a value with a constant, or with another of the model or of the closures around.
    func comparison<T: Sample, Model: PersistentModel>(
        _ left: Sealed<T>,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        var right = constant(T.self)
        if random.chance(25) { right = outer(T.self, 0) ?? value(T.self, subject, depth) }
        return comparison(left, right)
    }

    func comparison<T: Sample>(_ left: Sealed<T>, _ right: Sealed<T>) -> Sealed<Bool> {
        let (left, right) = random.chance(15) ? (right, left) : (left, right)
        if random.chance(60), let type = T.self as? any OrderedSample.Type { return ordered(type, left, right) }
        return random.chance(55)
            ? Sealed(Build.build_Equal(lhs: left, rhs: right)) : Sealed(Build.build_NotEqual(lhs: left, rhs: right))
    }

    private func ordered<T: OrderedSample>(_ type: T.Type, _ left: Any, _ right: Any) -> Sealed<Bool> {
        guard let left = left as? Sealed<T>, let right = right as? Sealed<T> else { return Sealed(capturing: true) }
        notePossibleFailure(T.self)
        switch random.below(4) {
        case 0: return Sealed(Build.build_Comparison(lhs: left, rhs: right, op: .lessThan))
        case 1: return Sealed(Build.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual))
        case 2: return Sealed(Build.build_Comparison(lhs: left, rhs: right, op: .greaterThan))
        default: return Sealed(Build.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual))
        }
    }

    /// Compares an optional value.
    func optionalComparison<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let type = type(of: catalogues.catalogue(Model.self).optionalTypes, or: String.self)
        return optionalComparison(of: type, subject, depth)
    }

    private func optionalComparison<T: Sample, Model: PersistentModel>(
        of type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        equality(optional(type, subject, depth), optionalOperand(type, subject, depth))
    }

    private func optionalOperand<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T?> {
        switch random.below(6) {
        case 0: optional(type, subject, depth)
        case 1: Sealed(PredicateExpressions.ConditionalCast<Sealed<T>, T>(value(type, subject, depth)))
        case 2: Sealed(capturing: nil)
        default: Sealed(capturing: palette.value(type, &random))
        }
    }

    func equality<T: Equatable>(_ left: Sealed<T>, _ right: Sealed<T>) -> Sealed<Bool> {
        let (left, right) = random.chance(15) ? (right, left) : (left, right)
        return random.chance(60)
            ? Sealed(Build.build_Equal(lhs: left, rhs: right)) : Sealed(Build.build_NotEqual(lhs: left, rhs: right))
    }

    /// `optional == nil`.
    func nilTest<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(30), let link = random.pick(catalogue.toOne) { return nilTest(link, subject) }
        let type = type(of: catalogue.optionalTypes, or: String.self)
        return nilTest(of: type, subject, depth)
    }

    private func nilTest<T: Sample, Model: PersistentModel>(
        of type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> { isNil(optional(type, subject, depth)) }

    private func nilTest<Link: ToOneLink>(_ link: Link, _ subject: Sealed<Link.Source>) -> Sealed<Bool> {
        isNil(Sealed(Build.build_KeyPath(root: subject, keyPath: link.path)))
    }

    private func isNil<T: Equatable>(_ optional: Sealed<T?>) -> Sealed<Bool> {
        let none = PredicateExpressions.NilLiteral<T>()
        return random.chance(60)
            ? Sealed(Build.build_Equal(lhs: optional, rhs: none))
            : Sealed(Build.build_NotEqual(lhs: optional, rhs: none))
    }
}
