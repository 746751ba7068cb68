import Foundation
import SwiftData

extension PredicateSource {
    /// One of several types.
    func type(of types: [any Sample.Type], or other: any Sample.Type) -> any Sample.Type { random.pick(types) ?? other }

    /// A constant of the palette.
    func constant<T: Sample>(_ type: T.Type) -> Sealed<T> { Sealed(capturing: palette.value(type, &random)) }

    /// A value of a type: an attribute, or an expression of several values.
    func value<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        if depth > 0, random.chance(30) { return made(type, subject, depth - 1) }
        let catalogue = catalogues.catalogue(Model.self)
        if let leaf = random.pick(catalogue.leaves(T.self)) { return leaf(subject) }
        if let link = random.pick(catalogue.required) { return follow(link, type, subject, depth) }
        return fallback(optional(type, subject, depth))
    }

    private func made<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T> {
        switch random.below(7) {
        case 0: return fallback(optional(type, subject, depth))
        case 1:
            return Sealed(
                Build.build_Conditional(
                    condition(subject, 0),
                    value(type, subject, depth),
                    random.chance(50) ? constant(type) : value(type, subject, depth)
                )
            )
        case 2: return fails(Sealed(Build.build_ForcedUnwrap(optional(type, subject, depth))))
        case 3: return Sealed(Build.build_evaluateExpression(expression(type, on: Model.self, depth), subject))
        case 4:
            if let link = random.pick(catalogues.catalogue(Model.self).required) {
                return follow(link, type, subject, depth)
            }
            return fallback(optional(type, subject, depth))
        default: return T.composed(by: self, subject, depth) ?? fallback(optional(type, subject, depth))
        }
    }

    private func follow<Link: RequiredLink, T: Sample>(
        _ link: Link,
        _ type: T.Type,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<T> {
        let target = Sealed(Build.build_KeyPath(root: subject, keyPath: link.path))
        if let leaf = random.pick(catalogues.catalogue(Link.Target.self).leaves(T.self)) { return leaf(target) }
        return depth > 0 ? value(type, target, depth - 1) : fallback(optional(type, target, 0))
    }

    /// `optional ?? constant`.
    func fallback<T: Sample>(_ optional: Sealed<T?>) -> Sealed<T> {
        Sealed(Build.build_NilCoalesce(lhs: optional, rhs: constant(T.self)))
    }

    /// An optional value of a type.
    func optional<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<T?> {
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(depth > 0 ? 55 : 75), let leaf = random.pick(catalogue.leaves(T?.self)) {
            return leaf(subject)
        }
        if random.chance(15), let cast = random.pick(catalogue.casts) { return through(cast, type, subject, depth) }
        if let link = random.pick(catalogue.toOne) { return through(link, type, subject, depth) }
        if let link = random.pick(catalogue.required) {
            return optionalBehind(link, type, subject, depth)
        }
        if let leaf = random.pick(catalogue.leaves(T?.self)) { return leaf(subject) }
        return Sealed(capturing: random.chance(20) ? nil : palette.value(type, &random))
    }

    private func optionalBehind<Link: RequiredLink, T: Sample>(
        _ link: Link,
        _ type: T.Type,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<T?> {
        let target = Sealed(Build.build_KeyPath(root: subject, keyPath: link.path))
        if let leaf = random.pick(catalogues.catalogue(Link.Target.self).leaves(T?.self)) { return leaf(target) }
        return depth > 0 ? optional(type, target, depth - 1) : Sealed(capturing: palette.value(type, &random))
    }

    /// `subject.link?.value`.
    private func through<Link: ToOneLink, T: Sample>(
        _ link: Link,
        _ type: T.Type,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<T?> {
        inside(Sealed(Build.build_KeyPath(root: subject, keyPath: link.path)), type, depth)
    }

    /// `(subject as? Target)?.value`.
    private func through<Link: CastLink, T: Sample>(
        _ link: Link,
        _ type: T.Type,
        _ subject: Sealed<Link.Source>,
        _ depth: Int
    ) -> Sealed<T?> {
        inside(Sealed(PredicateExpressions.ConditionalCast<Sealed<Link.Source>, Link.Target>(subject)), type, depth)
    }

    private func inside<Target: PersistentModel, T: Sample>(
        _ target: Sealed<Target?>,
        _ type: T.Type,
        _ depth: Int
    ) -> Sealed<T?> {
        let catalogue = catalogues.catalogue(Target.self)
        let leaves = catalogue.leaves(T.self)
        let optionalLeaves = catalogue.leaves(T?.self)
        if leaves.isEmpty, optionalLeaves.isEmpty, depth == 0 {
            return Sealed(capturing: random.chance(20) ? nil : palette.value(type, &random))
        }
        if depth > 0, random.chance(30) || leaves.isEmpty && optionalLeaves.isEmpty {
            return Sealed(Build.build_flatMap(target) { optional(type, Sealed($0), depth - 1) })
        }
        if let leaf = random.pick(optionalLeaves), leaves.isEmpty || random.chance(40) {
            return Sealed(Build.build_flatMap(target) { leaf(Sealed($0)) })
        }
        return Sealed(Build.build_flatMap(target) { value(type, Sealed($0), depth) })
    }

    /// An expression of its own about a model.
    func expression<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        on model: Model.Type,
        _ depth: Int
    ) -> Expression<Model, T> {
        apart { Expression<Model, T> { value(type, Sealed($0), depth) } }
    }
}
