public import Foundation

#if !canImport(Darwin)
    extension String.StandardComparator {
        /// As people expect strings in a list: without case and accents first, numbers by their value. The comparison
        /// of sort descriptors without another one.
        ///
        /// Differs from Apple's: the order does not depend on the locale. A fetch sorts with the same comparison in
        /// memory and in the store; Foundation's `sorted(using:)` on Linux compares accented letters by code point.
        public static let localizedStandard = make(options: [.caseInsensitive, .numeric, .forcedOrdering])

        /// As ``localizedStandard``, digits being characters like others.
        ///
        /// Differs from Apple's: as ``localizedStandard``.
        public static let localized = make(options: [.caseInsensitive, .forcedOrdering])

        /// The stored properties of the comparator. Linux Foundation has no initialiser for them, and decoding accepts
        /// those of `.lexical` alone; other options than these are fatal errors inside Foundation.
        private struct Form: Codable, Equatable {
            var options: UInt
            var isLocalized: Bool
            var order: SortOrder
        }

        private static func make(options: String.CompareOptions) -> String.StandardComparator {
            guard isLayoutKnown else { return .lexical }
            return unsafeBitCast(
                Form(options: UInt(options.rawValue), isLocalized: true, order: .forward),
                to: String.StandardComparator.self
            )
        }

        /// Tried once on the comparator that there is: both of its orders have the expected properties.
        private static let isLayoutKnown: Bool = {
            guard MemoryLayout<Form>.size == MemoryLayout<String.StandardComparator>.size,
                MemoryLayout<Form>.alignment == MemoryLayout<String.StandardComparator>.alignment
            else { return false }
            return [SortOrder.forward, .reverse].allSatisfy { order in
                let known = String.StandardComparator(.lexical, order: order)
                let names = Mirror(reflecting: known).children.map { $0.label ?? "" }
                return names == ["options", "isLocalized", "order"]
                    && unsafeBitCast(known, to: Form.self) == Form(options: 0, isLocalized: false, order: order)
            }
        }()
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
func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
