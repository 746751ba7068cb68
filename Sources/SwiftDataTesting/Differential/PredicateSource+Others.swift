import Foundation
import SwiftData

extension PredicateSource {
    private func orderedType<Model: PersistentModel>(_ model: Model.Type) -> any OrderedSample.Type {
        (random.pick(catalogues.catalogue(model).types.compactMap { $0 as? any OrderedSample.Type }) ?? Int.self)
    }

    /// `(lower...upper).contains(value)` with bounds that depend on the row.
    func range<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        range(orderedType(Model.self), subject, depth)
    }

    private func range<T: OrderedSample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let lower = random.chance(60) ? constant(type) : value(type, subject, depth)
        let upper = random.chance(40) ? constant(type) : value(type, subject, depth)
        let element = value(type, subject, depth)
        return random.chance(50)
            ? fails(Sealed(Build.build_contains(Build.build_ClosedRange(lower: lower, upper: upper), element)))
            : fails(Sealed(Build.build_contains(Build.build_Range(lower: lower, upper: upper), element)))
    }

    /// A captured range.
    func capturedRange<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        capturedRange(orderedType(Model.self), subject, depth)
    }

    private func capturedRange<T: OrderedSample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        typealias Contains = PredicateExpressions.RangeExpressionContains
        let first = palette.value(type, &random)
        let second = palette.value(type, &random)
        let element = value(type, subject, depth)
        // NaN bounds no range.
        guard first == first, second == second else { return comparison(element, subject, 0) }
        notePossibleFailure(type)
        let (lower, upper) = first <= second ? (first, second) : (second, first)
        return random.chance(50)
            ? Sealed(Contains(range: Sealed(capturing: lower...upper), element: element))
            : Sealed(Contains(range: Sealed(capturing: lower..<upper), element: element))
    }

    /// A captured range with one bound.
    func partialRange<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        partialRange(orderedType(Model.self), subject, depth)
    }

    private func partialRange<T: OrderedSample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        typealias Contains = PredicateExpressions.RangeExpressionContains
        let bound = palette.value(type, &random)
        let element = value(type, subject, depth)
        guard bound == bound else { return comparison(element, subject, 0) }
        notePossibleFailure(type)
        switch random.below(3) {
        case 0: return Sealed(Contains(range: Sealed(capturing: bound...), element: element))
        case 1: return Sealed(Contains(range: Sealed(capturing: ...bound), element: element))
        default: return Sealed(Contains(range: Sealed(capturing: ..<bound), element: element))
        }
    }

    private func table<Key: Sample & Hashable, T: Sample>(_ key: Key.Type, _ value: T.Type) -> [Key: T] {
        let pairs = (0..<random.below(5)).map { _ in (palette.value(key, &random), palette.value(value, &random)) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// `dictionary[key] == value`.
    func lookup<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        if random.chance(50) {
            let known = Sealed(capturing: table(String.self, Int.self))
            let found = Build.build_subscript(known, value(String.self, subject, depth))
            return equality(
                Sealed(found),
                Sealed<Int?>(capturing: random.chance(40) ? nil : palette.value(Int.self, &random))
            )
        }
        let known = Sealed(capturing: table(Int.self, String.self))
        let found = Build.build_subscript(known, value(Int.self, subject, depth))
        return equality(
            Sealed(found),
            Sealed<String?>(capturing: random.chance(40) ? nil : palette.value(String.self, &random))
        )
    }

    /// `dictionary[key, default: value] == value`.
    func lookupDefault<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        if random.chance(50) {
            let known = Sealed(capturing: table(String.self, Int.self))
            let fallback = random.chance(60) ? constant(Int.self) : value(Int.self, subject, 0)
            let key = value(String.self, subject, depth)
            return comparison(Sealed(Build.build_subscript(known, key, default: fallback)), subject, 0)
        }
        let known = Sealed(capturing: table(Int.self, Double.self))
        let key = value(Int.self, subject, depth)
        return comparison(Sealed(Build.build_subscript(known, key, default: constant(Double.self))), subject, 0)
    }

    enum CastKind { case check, conditional, forced }

    /// A question about the class of a model.
    func cast<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int, _ kind: CastKind) -> Sealed<Bool>? {
        let catalogue = catalogues.catalogue(Model.self)
        if let cast = random.pick(catalogue.casts) { return self.cast(cast, subject, depth, kind) }
        if let link = random.pick(catalogue.required) { return castBehind(link, subject, depth, kind) }
        return nil
    }

    private func castBehind<Link: RequiredLink>(
        _ link: Link,
        _ subject: Sealed<Link.Source>,
        _ depth: Int,
        _ kind: CastKind
    ) -> Sealed<Bool>? {
        cast(Sealed(Build.build_KeyPath(root: subject, keyPath: link.path)), depth, kind)
    }

    private func cast<Link: CastLink>(
        _ link: Link,
        _ subject: Sealed<Link.Source>,
        _ depth: Int,
        _ kind: CastKind
    ) -> Sealed<Bool> {
        switch kind {
        case .check: return Sealed(PredicateExpressions.TypeCheck<Sealed<Link.Source>, Link.Target>(subject))
        case .conditional:
            let target = PredicateExpressions.ConditionalCast<Sealed<Link.Source>, Link.Target>(subject)
            let answer = Build.build_flatMap(target) { variable in
                within(Sealed(variable)) { condition($0, depth) }
            }
            return equality(Sealed(answer), Sealed<Bool?>(capturing: random.pick([true, false, nil]) ?? nil))
        case .forced:
            let target = PredicateExpressions.ForceCast<Sealed<Link.Source>, Link.Target>(subject)
            return condition(fails(Sealed(target)), depth)
        }
    }

    /// `predicate.evaluate(model)`, of the model itself or of one that it is related to.
    func nestedPredicate<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let nested = apart {
            Predicate<Model> { variable in within(Sealed(variable)) { condition($0, depth) } }
        }
        return Sealed(Build.build_evaluatePredicate(nested, subject))
    }

    /// `expression.evaluate(model) == value`.
    func nestedExpression<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        nestedExpression(type(of: catalogues.catalogue(Model.self).types, or: Int.self), subject, depth)
    }

    private func nestedExpression<T: Sample, Model: PersistentModel>(
        _ type: T.Type,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let expression = expression(type, on: Model.self, depth)
        return comparison(Sealed(Build.build_evaluateExpression(expression, subject)), subject, 0)
    }

    /// Makes a condition that the query tree cannot express: on a computed property.
    func computed<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard let leaf = random.pick(catalogues.catalogue(Model.self).computed) else { return nil }
        return Sealed(Build.build_contains(leaf(subject), piece(shorterThan: 2)))
    }

    private func piece(shorterThan length: Int) -> Sealed<String> {
        Sealed(capturing: String(palette.value(String.self, &random).prefix(length)))
    }

    /// Makes a condition that the query tree cannot express: equality of arrays.
    func opaque<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard let leaf = random.pick(catalogues.catalogue(Model.self).leaves([Int].self)) else { return nil }
        let some = (0..<random.below(3)).map { _ in palette.value(Int.self, &random) }
        return random.chance(50)
            ? equality(leaf(subject), Sealed(capturing: some))
            : Sealed(Build.build_starts(leaf(subject), with: Sealed(capturing: Array(some.prefix(1)))))
    }

    /// Makes a condition on the bytes of data.
    func bytes<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard catalogues.catalogue(Model.self).types.contains(where: { $0 == Data.self }) else { return nil }
        let bytes = value(Data.self, subject, 0)
        if random.chance(50) {
            return Sealed(
                Build.build_contains(bytes, Sealed<UInt8>(capturing: [0, 0xFF, 0x41, 0x80][random.below(4)]))
            )
        }
        return Sealed(Build.build_starts(bytes, with: Sealed(capturing: palette.value(Data.self, &random).prefix(1))))
    }

    /// Makes a condition on the seconds of a date.
    func partOfDate<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard catalogues.catalogue(Model.self).types.contains(where: { $0 == Date.self }) else { return nil }
        let date = value(Date.self, subject, 0)
        let wanted = palette.value(Date.self, &random)
        if random.chance(50) {
            let seconds = Build.build_KeyPath(root: date, keyPath: \.timeIntervalSinceReferenceDate)
            return comparison(Sealed(seconds), Sealed(capturing: wanted.timeIntervalSinceReferenceDate))
        }
        let seconds = Build.build_KeyPath(root: date, keyPath: \.timeIntervalSince1970)
        return comparison(Sealed(seconds), Sealed(capturing: wanted.timeIntervalSince1970))
    }

    /// Makes a condition on the text of a URL or a UUID.
    func partOfText<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard catalogues.catalogue(Model.self).types.contains(where: { $0 == UUID.self }) else { return nil }
        if random.chance(50) {
            let text = Build.build_KeyPath(root: value(URL.self, subject, 0), keyPath: \.absoluteString)
            return comparison(Sealed(text), Sealed(capturing: palette.value(URL.self, &random).absoluteString))
        }
        let text = Build.build_KeyPath(root: value(UUID.self, subject, 0), keyPath: \.uuidString)
        return comparison(Sealed(text), Sealed(capturing: palette.value(UUID.self, &random).uuidString))
    }

    /// A member of a composite value.
    func member<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        let members = catalogues.catalogue(Model.self).members
        guard let member = random.pick(members) else { return nil }
        return member(self, subject)
    }
}
