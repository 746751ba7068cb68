import Foundation
import SwiftData

extension PredicateSource {
    /// A condition on the model at the other end of a relationship, if there is one.
    func chain<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        guard let link = random.pick(catalogues.catalogue(Model.self).toOne) else {
            return calledIfPresent(subject, depth)
        }
        return random.chance(70) ? chain(link, subject, depth) : calledIfPresent(subject, depth)
    }

    private func chain<Link: ToOneLink>(
        _ link: Link,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let target = Build.build_KeyPath(root: subject, keyPath: link.path)
        return decided(Sealed(Build.build_flatMap(target) { within(Sealed($0)) { condition($0, depth) } }))
    }

    /// `optional.flatMap { … }` about a value.
    private func calledIfPresent<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let type = type(of: catalogues.catalogue(Model.self).optionalTypes, or: String.self)
        return calledIfPresent(type, subject, depth)
    }

    private func calledIfPresent<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        decided(
            Sealed(Build.build_flatMap(optional(type, subject, depth)) { comparison(Sealed($0), subject, 0) })
        )
    }

    /// An optional truth as a truth.
    private func decided(_ optional: Sealed<Bool?>) -> Sealed<Bool> {
        switch random.below(5) {
        case 0: Sealed(Build.build_NilCoalesce(lhs: optional, rhs: Sealed(capturing: random.chance(50))))
        case 1: Sealed(Build.build_NotEqual(lhs: optional, rhs: Sealed<Bool?>(capturing: random.chance(50))))
        case 2: fails(Sealed(Build.build_ForcedUnwrap(optional)))
        default: Sealed(Build.build_Equal(lhs: optional, rhs: Sealed<Bool?>(capturing: random.chance(70))))
        }
    }

    /// `(optional ?? constant) == constant`.
    func coalesced<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let type = type(of: catalogues.catalogue(Model.self).optionalTypes, or: String.self)
        return coalesced(type, subject, depth)
    }

    private func coalesced<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let wrapped = optional(type, subject, depth)
        if random.chance(20) {
            // `first ?? second`, both of them optional.
            let second = optional(type, subject, depth)
            return equality(
                Sealed(
                    Build.build_NilCoalesce(
                        lhs: wrapped,
                        rhs: Build.build_NilCoalesce(lhs: second, rhs: constant(type))
                    )
                ),
                constant(type)
            )
        }
        return comparison(fallback(wrapped), subject, depth)
    }

    /// `optional! == constant`.
    func unwrapped<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(40), let link = random.pick(catalogue.toOne) { return unwrapped(link, subject, depth) }
        let type = type(of: catalogue.optionalTypes, or: String.self)
        return unwrapped(type, subject, depth)
    }

    private func unwrapped<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        comparison(fails(Sealed(Build.build_ForcedUnwrap(optional(type, subject, depth)))), subject, 0)
    }

    private func unwrapped<Link: ToOneLink>(
        _ link: Link,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let target = Build.build_ForcedUnwrap(Build.build_KeyPath(root: subject, keyPath: link.path))
        return condition(fails(Sealed(target)), depth)
    }

    /// `test ? yes : no`, of truths or of values.
    func conditional<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let test = condition(subject, depth)
        if random.chance(40) {
            return Sealed(Build.build_Conditional(test, condition(subject, 0), condition(subject, 0)))
        }
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(40), let type = random.pick(catalogue.optionalTypes) {
            return optionalConditional(type, test, subject)
        }
        return conditional(type(of: catalogue.types, or: Int.self), test, subject, depth)
    }

    private func conditional<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ test: Sealed<Bool>,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let yes = value(type, subject, depth)
        let no = random.chance(50) ? constant(type) : value(type, subject, 0)
        return comparison(Sealed(Build.build_Conditional(test, yes, no)), subject, 0)
    }

    private func optionalConditional<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ test: Sealed<Bool>,
        _ subject: Sealed<Model>
    ) -> Sealed<Bool> {
        let yes = optional(type, subject, 0)
        let no = random.chance(50) ? Sealed<T?>(capturing: nil) : optional(type, subject, 0)
        let (first, second) = random.chance(50) ? (yes, no) : (no, yes)
        return equality(
            Sealed(Build.build_Conditional(test, first, second)),
            Sealed<T?>(capturing: random.chance(30) ? nil : palette.value(type, &random))
        )
    }
}
