package import Foundation
import SwiftData
package import SwiftDataCore

/// Makes random predicates on models, of Foundation's nodes.
package final class PredicateSource {
    package typealias Build = PredicateExpressions

    let catalogues: Catalogues
    let palette: Palette
    var random = SeededRandom(seed: 0)
    /// The models that a condition can be about: the one that is tested, and the parameters of the closures around.
    private var scope: [any ScopedModel] = []
    /// True if Foundation's own evaluation of the predicates that were made may end the program or throw.
    private(set) var mayFail = false

    package init(catalogues: Catalogues, palette: Palette) {
        self.catalogues = catalogues
        self.palette = palette
    }

    /// A predicate about a theme, which a seed repeats.
    package func predicate<Model: PersistentModel>(
        on type: Model.Type,
        theme: Theme,
        seed: UInt64
    ) -> (predicate: Predicate<Model>, mayFail: Bool) {
        random = SeededRandom(seed: seed)
        mayFail = false
        scope = []
        let predicate = Predicate<Model> { variable in
            within(Sealed(variable)) { subject in
                let atom = atom(theme, subject, 2)
                return random.chance(45) ? combined(atom, subject, 1) : atom
            }
        }
        return (predicate, mayFail)
    }

    /// Foundation orders dates that are no number in another way.
    func notePossibleFailure<T>(_ type: T.Type) {
        if type == Date.self, palette.hasDatesWithoutOrder { mayFail = true }
    }

    func fails<T>(_ expression: T) -> T {
        mayFail = true
        return expression
    }

    /// Makes a condition in which a model can be named.
    func within<Model: PersistentModel>(
        _ subject: Sealed<Model>,
        _ make: (Sealed<Model>) -> Sealed<Bool>
    ) -> Sealed<Bool> {
        scope.append(Scoped(subject: subject))
        defer { scope.removeLast() }
        return make(subject)
    }

    /// Makes something in which no model from outside can be named.
    func apart<T>(_ make: () -> T) -> T {
        let outside = scope
        scope = []
        defer { scope = outside }
        return make()
    }

    /// A model from the closures around, to compare with.
    func outer<T: Sample>(_ type: T.Type, _ depth: Int) -> Sealed<T>? {
        guard scope.count > 1, let model = random.pick(scope.dropLast()) else { return nil }
        return model.value(type, from: self, depth)
    }

    /// A condition about a model.
    func condition<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        if depth > 0, random.chance(40) { return combined(condition(subject, depth - 1), subject, depth - 1) }
        let theme = Theme.allCases[random.below(Theme.allCases.count)]
        if scope.count > 1, random.chance(10), let model = random.pick(scope.dropLast()) {
            return model.atom(theme, from: self, depth)
        }
        return atom(theme, subject, depth)
    }

    /// A condition joined with other conditions.
    private func combined<Model: PersistentModel>(
        _ first: Sealed<Bool>,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool> {
        let choice = random.below(10)
        if choice == 0 { return Sealed(Build.build_Negation(first)) }
        let second = condition(subject, depth)
        let (left, right) = random.chance(50) ? (first, second) : (second, first)
        switch choice {
        case 1...3: return Sealed(Build.build_Conjunction(lhs: left, rhs: right))
        case 4...6: return Sealed(Build.build_Disjunction(lhs: left, rhs: right))
        case 7: return Sealed(Build.build_Equal(lhs: left, rhs: right))
        case 8:
            return Sealed(
                Build.build_Negation(Build.build_Disjunction(lhs: left, rhs: Build.build_Negation(right)))
            )
        default: return Sealed(Build.build_Conditional(left, right, condition(subject, 0)))
        }
    }
}

/// A model that a condition can be about, whatever its class.
private protocol ScopedModel {
    func atom(_ theme: PredicateSource.Theme, from source: PredicateSource, _ depth: Int) -> Sealed<Bool>
    func value<T: Sample>(_ type: T.Type, from source: PredicateSource, _ depth: Int) -> Sealed<T>
}

private struct Scoped<Model: PersistentModel>: ScopedModel {
    let subject: Sealed<Model>

    func atom(_ theme: PredicateSource.Theme, from source: PredicateSource, _ depth: Int) -> Sealed<Bool> {
        source.atom(theme, subject, depth)
    }

    func value<T: Sample>(_ type: T.Type, from source: PredicateSource, _ depth: Int) -> Sealed<T> {
        source.value(type, subject, depth)
    }
}
