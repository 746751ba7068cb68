import Foundation
import SwiftData

extension PredicateSource {
    /// The subjects of conditions. A run takes all of them in turn, so that none is rare.
    package enum Theme: String, CaseIterable, Sendable {
        case comparison, optionalComparison, nilTest, flag, chain, coalesce, unwrap, conditional
        case arithmetic, decimalArithmetic, narrowArithmetic, unsignedArithmetic, wordArithmetic, division
        case textSearch, textEdge, textOrder, textTransform, textLength, textEmpty, regex
        case list, optionalList, array, arrayClosure, extreme, element
        case related, allRelated, filtered, relatedCount, relatedIdentity, relatedEmpty
        case range, capturedRange, partialRange, lookup, lookupDefault
        case typeCheck, conditionalCast, forcedCast, identity, identifier
        case nestedPredicate, nestedExpression, computed, opaque, member, bytes, partOfDate, partOfText
        case calendarPart, movedDate
    }

    /// A condition about a theme, or, where the model has nothing of it, a comparison.
    func atom<Model: PersistentModel>(_ theme: Theme, _ subject: Sealed<Model>, _ depth: Int) -> Sealed<Bool> {
        themed(theme, subject, max(depth - 1, 0)) ?? comparison(subject, depth)
    }

    private func themed<Model: PersistentModel>(
        _ theme: Theme,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Bool>? {
        switch theme {
        case .comparison: comparison(subject, depth)
        case .optionalComparison: optionalComparison(subject, depth)
        case .nilTest: nilTest(subject, depth)
        case .flag: value(Bool.self, subject, depth)
        case .chain: chain(subject, depth)
        case .coalesce: coalesced(subject, depth)
        case .unwrap: unwrapped(subject, depth)
        case .conditional: conditional(subject, depth)
        case .arithmetic: arithmetic(subject, depth)
        case .decimalArithmetic: calculated(Decimal.self, subject, depth)
        case .narrowArithmetic: narrowArithmetic([Int8.self, Int16.self], subject, depth)
        case .unsignedArithmetic: narrowArithmetic([UInt8.self, UInt16.self], subject, depth)
        case .wordArithmetic: narrowArithmetic([Int32.self, UInt32.self], subject, depth)
        case .division: division(subject, depth)
        case .textSearch: textSearch(subject, depth)
        case .textEdge: textEdge(subject, depth)
        case .textOrder: textOrder(subject, depth)
        case .textTransform: textTransform(subject, depth)
        case .textLength: textLength(subject, depth)
        case .textEmpty: textEmpty(subject, depth)
        case .regex: regex(subject, depth)
        case .list: list(subject, depth)
        case .optionalList: optionalList(subject, depth)
        case .array: array(subject, depth)
        case .arrayClosure: arrayClosure(subject, depth)
        case .extreme: extreme(subject, depth)
        case .element: element(subject, depth)
        case .related: related(subject, depth, .contains)
        case .allRelated: related(subject, depth, .allSatisfy)
        case .filtered: related(subject, depth, .filter)
        case .relatedCount: related(subject, depth, .count)
        case .relatedIdentity: related(subject, depth, .identity)
        case .relatedEmpty: related(subject, depth, .isEmpty)
        case .range: range(subject, depth)
        case .capturedRange: capturedRange(subject, depth)
        case .partialRange: partialRange(subject, depth)
        case .lookup: lookup(subject, depth)
        case .lookupDefault: lookupDefault(subject, depth)
        case .typeCheck: cast(subject, depth, .check)
        case .conditionalCast: cast(subject, depth, .conditional)
        case .forcedCast: cast(subject, depth, .forced)
        case .identity: identity(subject)
        case .identifier: identifier(subject)
        case .nestedPredicate: nestedPredicate(subject, depth)
        case .nestedExpression: nestedExpression(subject, depth)
        case .computed: computed(subject)
        case .opaque: opaque(subject)
        case .member: member(subject)
        case .bytes: bytes(subject)
        case .partOfDate: partOfDate(subject)
        case .partOfText: partOfText(subject)
        case .calendarPart: calendarPart(subject)
        case .movedDate: movedDate(subject)
        }
    }
}
