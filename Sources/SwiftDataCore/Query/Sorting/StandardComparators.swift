public import Foundation

#if !canImport(Darwin)
    extension String.StandardComparator {
        /// The order that people expect of strings in a list: without case and accents first, numbers by their value.
        /// Sort descriptors without another comparison use it.
        ///
        /// Differs from Apple's: the order does not depend on the locale. A fetch sorts with the same comparison in
        /// memory and in the store; Foundation's `sorted(using:)` on Linux compares accented letters by code point.
        public static let localizedStandard = make(options: [.caseInsensitive, .numeric, .forcedOrdering])

        /// The order of ``localizedStandard`` with digits as ordinary characters.
        ///
        /// Differs from Apple's: as ``localizedStandard``.
        public static let localized = make(options: [.caseInsensitive, .forcedOrdering])

        private static func make(options: String.CompareOptions) -> String.StandardComparator {
            ComparatorForm.comparator(options: options) ?? .lexical
        }
    }
#endif

extension SortDescriptor {
    /// Sorts by a Boolean, false before true. An addition to Apple's API.
    public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
        self.init(sendable(keyPath.appending(path: \._sortRank)), order: order)
    }

    /// Sorts by an optional Boolean: nil, false, true. An addition to Apple's API.
    public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
        self.init(sendable(keyPath.appending(path: \._sortRank)), order: order)
    }
}
