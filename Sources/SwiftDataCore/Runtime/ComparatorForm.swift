import Foundation

#if !canImport(Darwin)
    /// The stored properties of `String.StandardComparator`.
    ///
    /// Linux Foundation has no initialiser for them, and decoding accepts the options of `.lexical` alone; other
    /// options than these are fatal errors inside Foundation.
    struct ComparatorForm: Codable, Equatable {
        var options: UInt
        var isLocalized: Bool
        var order: SortOrder

        /// A localised comparator; nil where Foundation's type has another form.
        static func comparator(options: String.CompareOptions) -> String.StandardComparator? {
            guard isKnown else { return nil }
            return unsafeBitCast(
                ComparatorForm(options: UInt(options.rawValue), isLocalized: true, order: .forward),
                to: String.StandardComparator.self
            )
        }

        /// Tried once on the comparator that there is: both of its orders have the expected properties.
        private static let isKnown: Bool = {
            guard RuntimeFacts.areUsed,
                MemoryLayout<ComparatorForm>.size == MemoryLayout<String.StandardComparator>.size,
                MemoryLayout<ComparatorForm>.alignment == MemoryLayout<String.StandardComparator>.alignment
            else { return false }
            return [SortOrder.forward, .reverse].allSatisfy { order in
                let known = String.StandardComparator(.lexical, order: order)
                let names = Mirror(reflecting: known).children.map { $0.label ?? "" }
                return names == ["options", "isLocalized", "order"]
                    && unsafeBitCast(known, to: ComparatorForm.self)
                        == ComparatorForm(options: 0, isLocalized: false, order: order)
            }
        }()
    }
#endif
