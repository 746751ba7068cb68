/// The mistakes that a store may make.
enum Misdeed: String, CaseIterable, Sendable {
    // Rows that a fetch answers with.
    case duplicateRow, foreignRow, temporaryRow, rowOfAnotherEntity, rowOfNoEntity
    case missingValue, mistypedValue, foreignReference, temporaryReference, referenceToAnotherEntity
    // Other answers to questions.
    case negativeCount, duplicateIdentifiers, foreignIdentifiers, temporaryIdentifiers, identifiersOfAnotherEntity
    case cachedUnderAnotherKey, cachedForeign, relatedForeign, leavesEverythingToTheContext
    case throwsFromFetch, throwsFromCount, throwsFromIdentifiers, throwsFromCached
    // Answers to saves, which were not kept.
    case saysNothingOfOne, remapsToForeign, remapsToTemporary, remapsToAnotherEntity, remapsTwoToOne
    case remapsStrangers, remapsToAnotherModel, remapsToDeleted, answersForAnotherStore
    case givesBackDeleted, givesBackForeign, givesBackUnderAnotherKey, givesBackMistyped, throwsFromSave
    // Calls of any kind.
    case anotherIdentifier
    // What has to be put up with.
    case unaskedRows, leadsNowhere, twoOwners, cycle, changesItsMind, givesBackUnasked
    case fetchesInFetch, savesInFetch, fetchesInSave, savesInSave

    enum Place { case reading, saving, both, harmless }

    /// The place where an error is due.
    var place: Place {
        switch self {
        case .duplicateRow, .foreignRow, .temporaryRow, .rowOfAnotherEntity, .rowOfNoEntity, .missingValue,
            .mistypedValue, .foreignReference, .temporaryReference, .referenceToAnotherEntity, .negativeCount,
            .duplicateIdentifiers, .foreignIdentifiers, .temporaryIdentifiers, .identifiersOfAnotherEntity,
            .cachedUnderAnotherKey, .cachedForeign, .relatedForeign, .leavesEverythingToTheContext, .throwsFromFetch,
            .throwsFromCount, .throwsFromIdentifiers, .throwsFromCached:
            .reading
        case .saysNothingOfOne, .remapsToForeign, .remapsToTemporary, .remapsToAnotherEntity, .remapsTwoToOne,
            .remapsStrangers, .remapsToAnotherModel, .remapsToDeleted, .answersForAnotherStore, .givesBackDeleted,
            .givesBackForeign, .givesBackUnderAnotherKey, .givesBackMistyped, .throwsFromSave:
            .saving
        case .anotherIdentifier: .both
        case .unaskedRows, .leadsNowhere, .twoOwners, .cycle, .changesItsMind, .givesBackUnasked, .fetchesInFetch,
            .savesInFetch, .fetchesInSave, .savesInSave:
            .harmless
        }
    }

    /// True if the store hands out wrong values that cannot be recognised as such.
    var isLie: Bool {
        switch self {
        case .leadsNowhere, .twoOwners, .cycle, .changesItsMind: true
        default: false
        }
    }

    var isRefusedWhenReading: Bool { place == .reading || place == .both }
    var isRefusedWhenSaving: Bool { place == .saving || place == .both }
}

/// The error that the store throws on purpose.
struct Sabotage: Error {}
