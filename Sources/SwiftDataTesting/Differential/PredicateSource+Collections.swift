import Foundation
import SwiftData

extension PredicateSource {
    /// `[constants].contains(value)`, of an array or a set.
    func list<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        list(type(of: catalogues.catalogue(Model.self).types, or: Int.self), subject, depth)
    }

    private func list<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let element = value(type, subject, depth)
        let values = (0..<random.below(5)).map { _ in palette.value(type, &random) }
        return Sealed(Build.build_contains(Sealed(capturing: values), element))
    }

    /// `[constants and nil].contains(optional)`.
    func optionalList<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        optionalList(type(of: catalogues.catalogue(Model.self).optionalTypes, or: Int.self), subject, depth)
    }

    private func optionalList<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let element = optional(type, subject, depth)
        let values = (0..<random.below(5)).map { _ in random.chance(20) ? nil : palette.value(type, &random) }
        return Sealed(Build.build_contains(Sealed(capturing: values), element))
    }

    private func numbers<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<[Int]>? {
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(25), let leaf = random.pick(catalogue.leaves([Int]?.self)) {
            return Sealed(Build.build_NilCoalesce(lhs: leaf(subject), rhs: Sealed<[Int]>(capturing: [])))
        }
        return random.pick(catalogue.leaves([Int].self)).map { $0(subject) }
    }

    private func words<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<[String]>? {
        random.pick(catalogues.catalogue(Model.self).leaves([String].self)).map { $0(subject) }
    }

    /// Makes a condition on the elements, or on the count, of an attribute that is an array.
    func array<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        guard let words = words(subject), let numbers = numbers(subject) else { return nil }
        switch random.below(6) {
        case 0: return Sealed(Build.build_contains(words, value(String.self, subject, 0)))
        case 1: return Sealed(Build.build_contains(words, constant(String.self)))
        case 2: return Sealed(Build.build_contains(numbers, constant(Int.self)))
        case 3: return Sealed(Build.build_KeyPath(root: words, keyPath: \.isEmpty))
        case 4:
            let count = Sealed(Build.build_KeyPath(root: numbers, keyPath: \.count))
            return comparison(count, Sealed(capturing: random.below(4)))
        default: return Sealed(Build.build_contains(numbers, value(Int.self, subject, 0)))
        }
    }

    /// A closure about the elements of an array.
    func arrayClosure<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        guard let words = words(subject), let numbers = numbers(subject) else { return nil }
        switch random.below(5) {
        case 0: return Sealed(Build.build_contains(words) { comparison(Sealed($0), subject, 0) })
        case 1: return Sealed(Build.build_allSatisfy(numbers) { comparison(Sealed($0), subject, 0) })
        case 2:
            let captured = Sealed(capturing: (0..<3).map { _ in palette.value(Int.self, &random) })
            return Sealed(Build.build_contains(captured) { comparison(value(Int.self, subject, 0), Sealed($0)) })
        default:
            let some = Build.build_filter(numbers) { comparison(Sealed($0), subject, 0) }
            let count = Sealed(Build.build_KeyPath(root: some, keyPath: \.count))
            return comparison(count, Sealed(capturing: random.below(3)))
        }
    }

    /// `array.min() == constant`.
    func extreme<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        if random.chance(40), let words = words(subject) {
            let wanted = Sealed<String?>(capturing: random.chance(20) ? nil : palette.value(String.self, &random))
            return random.chance(50)
                ? equality(Sealed(Build.build_min(words)), wanted) : equality(Sealed(Build.build_max(words)), wanted)
        }
        guard let numbers = numbers(subject) else { return nil }
        let found: Sealed<Int?> =
            random.chance(50) ? Sealed(Build.build_min(numbers)) : Sealed(Build.build_max(numbers))
        if random.chance(60) { return comparison(fallback(found), subject, 0) }
        return equality(found, Sealed<Int?>(capturing: random.chance(20) ? nil : palette.value(Int.self, &random)))
    }

    /// `array[index] == constant`.
    func element<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        guard let words = words(subject), let numbers = numbers(subject) else { return nil }
        let index = random.chance(80) ? Sealed(capturing: random.below(3)) : value(Int.self, subject, 0)
        return random.chance(50)
            ? comparison(fails(Sealed(Build.build_subscript(words, index))), subject, 0)
            : comparison(fails(Sealed(Build.build_subscript(numbers, index))), subject, 0)
    }

    /// The length of a collection of the model, or of a string.
    func count<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Int>? {
        let catalogue = catalogues.catalogue(Model.self)
        if random.chance(60), let link = random.pick(catalogue.toMany) { return count(link, subject, depth) }
        if random.chance(30), let numbers = numbers(subject) {
            return Sealed(Build.build_KeyPath(root: numbers, keyPath: \.count))
        }
        return Sealed(Build.build_KeyPath(root: value(String.self, subject, depth), keyPath: \.count))
    }

    private func count<Link: ToManyLink>(_ link: Link, _ subject: Sealed<Link.Source>, _ depth: Int) -> Sealed<Int> {
        let models = Build.build_KeyPath(root: subject, keyPath: link.path)
        if random.chance(50) { return Sealed(Build.build_KeyPath(root: models, keyPath: \.count)) }
        let some = Build.build_filter(models) { variable in
            within(Sealed(variable)) { condition($0, 0) }
        }
        return Sealed(Build.build_KeyPath(root: some, keyPath: \.count))
    }
}
