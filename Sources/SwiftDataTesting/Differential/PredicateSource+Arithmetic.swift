import Foundation
import SwiftData

extension PredicateSource {
    /// A comparison of something calculated.
    func arithmetic<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        let types: [any Sample.Type] = [
            Int.self, Double.self, Float.self, Float.self, Int64.self, UInt64.self, UInt.self,
        ]
        return calculated(type(of: types, or: Int.self), subject, depth)
    }

    /// Arithmetic of types that overflow soon.
    func narrowArithmetic<Model: PersistentModel>(
        _ types: [any Sample.Type],
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool>? { calculated(type(of: types, or: Int.self), subject, depth) }

    func calculated<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool>? {
        let types = catalogues.catalogue(Model.self).types
        guard types.contains(where: { $0 == type }), let left = T.composed(by: self, subject, depth) else { return nil }
        return comparison(left, subject, 0)
    }

    /// A comparison of a quotient or a remainder.
    func division<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        let types = catalogues.catalogue(Model.self).types
        let whole = types.compactMap { $0 as? any (Sample & FixedWidthInteger).Type }
        if random.chance(25), types.contains(where: { $0 == Double.self }) {
            return comparison(quotient(Double.self, subject, depth), subject, 0)
        }
        if random.chance(15), types.contains(where: { $0 == Float.self }) {
            return comparison(quotient(Float.self, subject, depth), subject, 0)
        }
        guard let type = random.pick(whole) else { return nil }
        return integerDivision(type, subject, depth)
    }

    private func integerDivision<T: Sample & FixedWidthInteger, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> { comparison(divided(type, subject, depth), subject, 0) }

    private func divided<T: Sample & FixedWidthInteger, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        let left = value(type, subject, depth)
        let right = random.chance(70) ? Sealed(capturing: T(random.below(4))) : value(type, subject, 0)
        return random.chance(50)
            ? fails(Sealed(Build.build_Division(lhs: left, rhs: right)))
            : fails(Sealed(Build.build_Remainder(lhs: left, rhs: right)))
    }

    private func quotient<T: Sample & FloatingPoint, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        let right = random.chance(60) ? Sealed(capturing: T(random.below(5))) : value(type, subject, 0)
        return Sealed(Build.build_Division(lhs: value(type, subject, depth), rhs: right))
    }

    /// `left + right`, `left - right` or `left * right`.
    func sum<T: Sample & Numeric, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        let left = value(type, subject, depth)
        let right =
            random.chance(60) ? Sealed(capturing: T(exactly: random.below(5)) ?? 1) : value(type, subject, 0)
        let (first, second) = random.chance(20) ? (right, left) : (left, right)
        switch random.below(3) {
        case 0: return Sealed(Build.build_Arithmetic(lhs: first, rhs: second, op: .add))
        case 1: return Sealed(Build.build_Arithmetic(lhs: first, rhs: second, op: .subtract))
        default:
            let product = Sealed(Build.build_Arithmetic(lhs: first, rhs: second, op: .multiply))
            // Foundation's multiplication of decimals may end the program.
            return T.self == Decimal.self ? fails(product) : product
        }
    }

    func integer<T: Sample & FixedWidthInteger, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> { random.chance(70) ? fails(sum(type, subject, depth)) : divided(type, subject, depth) }

    func signed<T: Sample & FixedWidthInteger & SignedInteger, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        random.chance(20) ? fails(negative(type, subject, depth)) : integer(type, subject, depth)
    }

    func negative<T: Sample & SignedNumeric, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> { Sealed(Build.build_UnaryMinus(value(type, subject, depth))) }

    func floating<T: Sample & FloatingPoint, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        switch random.below(5) {
        case 0: negative(type, subject, depth)
        case 1: quotient(type, subject, depth)
        default: sum(type, subject, depth)
        }
    }
}
