public import Foundation

#if !canImport(Darwin)
    extension String.StandardComparator {
        /// As people expect strings in a list: without case and accents first, numbers by their value. The comparison
        /// of sort descriptors without another one.
        ///
        /// Differs from Apple's: the order does not depend on the locale. A fetch sorts with the same comparison in
        /// memory and in the store; `sorted(using:)` of Foundation asks Foundation.
        public static let localizedStandard = make(options: [
            .caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering,
        ])

        /// As ``localizedStandard``, digits being characters like others.
        ///
        /// Differs from Apple's: the order does not depend on the locale.
        public static let localized = make(options: [])

        private struct Form: Codable {
            var options: UInt
            var isLocalized: Bool
            var order: SortOrder
        }

        /// Linux Foundation has the comparators but no public way to them except decoding. Lexical order where the
        /// encoded form should ever change.
        private static func make(options: String.CompareOptions) -> String.StandardComparator {
            let form = Form(options: UInt(options.rawValue), isLocalized: true, order: .forward)
            guard let encoded = try? JSONEncoder().encode(form),
                let comparator = try? JSONDecoder().decode(String.StandardComparator.self, from: encoded)
            else { return .lexical }
            return comparator
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

/// A key path that was made of two sendable ones is sendable; the type system cannot say so. `Sendable` is a marker
/// without representation, so that the cast changes nothing.
private func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
