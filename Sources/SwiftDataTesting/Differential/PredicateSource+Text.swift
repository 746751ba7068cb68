import Foundation
import SwiftData

extension PredicateSource {
    /// A string of the model, often an attribute that may be nil with something in its place.
    private func text<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<String> {
        random.chance(20)
            ? fallback(optional(String.self, subject, depth)) : value(String.self, subject, depth)
    }

    /// A piece of a string of the palette: of characters, or of code points.
    private func piece() -> Sealed<String> {
        let whole = palette.value(String.self, &random)
        let characters = Array(whole)
        let scalars = Array(whole.unicodeScalars)
        switch random.below(5) {
        case 0: return Sealed(capturing: String(characters.prefix(1 + random.below(2))))
        case 1: return Sealed(capturing: String(characters.suffix(1 + random.below(2))))
        case 2: return Sealed(capturing: scalars.isEmpty ? "" : String(Character(scalars[random.below(scalars.count)])))
        case 3: return Sealed(capturing: random.chance(50) ? whole.uppercased() : whole.lowercased())
        default: return Sealed(capturing: whole)
        }
    }

    private func otherText<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<String> {
        random.chance(85) ? piece() : text(subject, 0)
    }

    func textSearch<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let left = text(subject, depth)
        let right = otherText(subject)
        return random.chance(50)
            ? Sealed(Build.build_contains(left, right)) : Sealed(Build.build_localizedStandardContains(left, right))
    }

    func textEdge<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let left = text(subject, depth)
        let right = otherText(subject)
        return random.chance(50)
            ? Sealed(Build.build_starts(left, with: right)) : Sealed(Build.build_hasSuffix(left, right))
    }

    func textEmpty<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let text = random.chance(40) ? transformed(text(subject, depth)) : text(subject, depth)
        return Sealed(Build.build_KeyPath(root: text, keyPath: \.isEmpty))
    }

    func textOrder<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let left = text(subject, depth)
        let right = otherText(subject)
        let order: Sealed<ComparisonResult> =
            switch random.below(3) {
            case 0: Sealed(Build.build_localizedCompare(left, right))
            case 1: Sealed(Build.build_localizedStandardCompare(left, right))
            default: Sealed(Build.build_caseInsensitiveCompare(left, right))
            }
        let wanted = random.pick([ComparisonResult.orderedAscending, .orderedSame, .orderedDescending])
        return equality(order, Sealed(capturing: wanted ?? .orderedSame))
    }

    func transformed(_ text: Sealed<String>) -> Sealed<String> {
        switch random.below(3) {
        case 0: Sealed(Build.build_lowercased(text))
        case 1: Sealed(Build.build_uppercased(text))
        default: Sealed(Build.build_trimmed(text))
        }
    }

    func textTransform<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        comparison(transformed(text(subject, depth)), piece())
    }

    func textLength<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        let text = text(subject, depth)
        if random.chance(25), let bytes = random.pick(catalogues.catalogue(Model.self).leaves(Data.self)) {
            let count = Sealed(Build.build_KeyPath(root: bytes(subject), keyPath: \.count))
            return comparison(count, Sealed(capturing: random.below(5)))
        }
        let count = Sealed(Build.build_KeyPath(root: text, keyPath: \.count))
        return comparison(count, Sealed(capturing: random.below(6)))
    }

    func regex<Model: PersistentModel>(_ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool>? {
        let subject = text(subject, depth)
        switch random.below(6) {
        case 0: return Sealed(Build.build_contains(subject, Build.build_Arg(/[a-f]+/)))
        case 1: return Sealed(Build.build_contains(subject, Build.build_Arg(/^\s*$/)))
        case 2: return Sealed(Build.build_contains(subject, Build.build_Arg(/(?i)alpha \d+/)))
        case 3: return Sealed(Build.build_contains(subject, Build.build_Arg(/é|ß/)))
        case 4: return Sealed(Build.build_contains(subject, Build.build_Arg(/^.$/)))
        default: return Sealed(Build.build_contains(subject, Build.build_Arg(/[A-Z]/)))
        }
    }
}
