/// The comparison of a model's values of a row with the row as it is read again.
///
/// The counter shows each save. The values are compared for a store without counters, and for a program that does not
/// raise them.
package struct RowAge {
    private let areCounted: Bool
    private let isCountedAnew: Bool
    private let comparesValues: Bool

    /// - Parameter comparesValues: True if the values are compared also where the counters are equal.
    package init(known: Int64, stored: Int64, comparesValues: Bool) {
        let unknown = DefaultSnapshot.unknownLock
        areCounted = known != unknown && stored != unknown
        isCountedAnew = areCounted && known != stored
        self.comparesValues = comparesValues
    }

    /// False where the counters show that the row is unchanged.
    package var needsValues: Bool { !areCounted || isCountedAnew || comparesValues }

    /// The properties that were changed elsewhere; nil where the row is as it was read.
    /// - Parameter differing: The properties whose values differ.
    package func changed(_ differing: Set<Int>) -> Set<Int>? {
        needsValues && (isCountedAnew || !differing.isEmpty) ? differing : nil
    }
}
