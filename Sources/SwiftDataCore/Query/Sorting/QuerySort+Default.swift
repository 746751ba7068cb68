public import Foundation

extension QuerySort {
    /// The comparison of strings by sort descriptors that name no comparator. An addition to Apple's API.
    ///
    /// It is `.localizedStandard`, as on Apple's platforms: the order that people expect in a list. No index can have
    /// that order. A program that keeps many strings and needs Swift's own order only can choose `.lexical` before its
    /// first fetch, and its descriptors then use the indices over strings:
    ///
    /// ```swift
    /// QuerySort.defaultStringComparator = .lexical
    /// ```
    ///
    /// It holds for the whole process. The order of the comparator does not count; that of the descriptor does.
    public static var defaultStringComparator: String.StandardComparator {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }

    private static let chosen = Locked(String.StandardComparator.localizedStandard)
}
