import Foundation
import SwiftData

extension PredicateSource {
    enum Question { case contains, allSatisfy, filter, count, identity, isEmpty }

    /// A question about the models of a to-many relationship.
    func related<Model: PersistentModel>(
        _ subject: Sealed<Model>,
        _ depth: Int,
        _ question: Question
    ) -> Sealed<Bool>? {
        guard let link = random.pick(catalogues.catalogue(Model.self).toMany) else { return nil }
        return related(link, subject, depth, question)
    }

    private func related<Link: ToManyLink>(
        _ link: Link,
        _ subject: Sealed<Link.Source>,
        _ depth: Int,
        _ question: Question
    ) -> Sealed<Bool> {
        let models = Sealed(Build.build_KeyPath(root: subject, keyPath: link.path))
        func test(_ variable: PredicateExpressions.Variable<Link.Target>) -> Sealed<Bool> {
            within(Sealed(variable)) { condition($0, depth) }
        }
        switch question {
        case .contains: return Sealed(Build.build_contains(models) { test($0) })
        case .allSatisfy: return Sealed(Build.build_allSatisfy(models) { test($0) })
        case .filter:
            let some = Build.build_filter(models) { test($0) }
            if random.chance(30) { return Sealed(Build.build_KeyPath(root: some, keyPath: \.isEmpty)) }
            let count = Sealed(Build.build_KeyPath(root: some, keyPath: \.count))
            return comparison(count, Sealed(capturing: random.below(3)))
        case .count:
            let count = Sealed(Build.build_KeyPath(root: models, keyPath: \.count))
            return comparison(count, random.chance(80) ? Sealed(capturing: random.below(4)) : constant(Int.self))
        case .identity:
            guard let model = palette.model(Link.Target.self, &random) else { fallthrough }
            return Sealed(Build.build_contains(models, Sealed(capturing: model)))
        case .isEmpty: return Sealed(Build.build_KeyPath(root: models, keyPath: \.isEmpty))
        }
    }

    /// Makes the condition that a model, or the model at the end of a relationship, is a certain one.
    func identity<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        if random.chance(75), let link = random.pick(catalogues.catalogue(Model.self).toOne) {
            return identity(link, subject)
        }
        guard let model = palette.model(Model.self, &random) else { return nil }
        return equality(subject, Sealed(capturing: model))
    }

    private func identity<Link: ToOneLink>(_ link: Link, _ subject: Sealed<Link.Source>) -> Sealed<Bool>? {
        let target = Sealed(Build.build_KeyPath(root: subject, keyPath: link.path))
        return equality(target, Sealed<Link.Target?>(capturing: palette.model(Link.Target.self, &random)))
    }

    /// Makes the condition that an identifier is a certain one, or one of a list.
    func identifier<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        if random.chance(40), let link = random.pick(catalogues.catalogue(Model.self).toOne) {
            return identifier(link, subject)
        }
        let own = Sealed(Build.build_KeyPath(root: subject, keyPath: \.persistentModelID))
        let models = (0..<6).compactMap { _ in palette.model(Model.self, &random) }
        guard let first = models.first else { return nil }
        if random.chance(30) { return equality(own, Sealed(capturing: first.persistentModelID)) }
        return Sealed(Build.build_contains(Sealed(capturing: models.map(\.persistentModelID)), own))
    }

    private func identifier<Link: ToOneLink>(_ link: Link, _ subject: Sealed<Link.Source>) -> Sealed<Bool>? {
        let target = Build.build_flatMap(Build.build_KeyPath(root: subject, keyPath: link.path)) {
            Build.build_KeyPath(root: $0, keyPath: \.persistentModelID)
        }
        let wanted = palette.model(Link.Target.self, &random)?.persistentModelID
        return equality(Sealed(target), Sealed<PersistentIdentifier?>(capturing: wanted))
    }
}
