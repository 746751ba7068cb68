/// A feature that a store may lack without being wrong. A behaviour that needs it is skipped there.
///
/// An addition to Apple's API.
public enum StoreCapability: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// Rows persist when a container is opened again.
    case persistence
    /// Several containers, open at the same time, read the saves of each other.
    case severalContainers
    /// A date keeps its fractions of a second.
    case subSecondDates
    /// A date keeps fractions of a microsecond.
    case subMicrosecondDates
    /// A date before the year 1 or after the year 9999 is kept.
    case distantDates
    /// NaN and infinities are kept.
    case nonFiniteNumbers
    /// Dates that are no number of seconds, or infinitely far, are kept.
    case nonFiniteDates
    /// The character U+0000 is kept in texts.
    case nulCharacters
    /// `erase()` removes every row.
    case erasing
    /// A new model with the unique values of a stored one becomes an update of that.
    case uniqueness
    /// `save()` refuses an update of a row that is not there any more.
    case missingRows
    /// The store is a `HistoryProviding` whose tokens are `HistoryToken`s.
    case history

    /// The name of the capability.
    public var description: String { rawValue }
}
