/// The way in which concurrent edits of a property become one value.
public enum MergePolicy: String, Hashable, Sendable, CaseIterable {
    /// The edit with the later clock.
    case lastWriter
    /// The greatest value that was ever written. Nil and NaN lose to other values.
    case max
    /// The least value that was ever written. Nil and NaN lose to other values.
    case min
    /// The sum of the devices' additions. For integers.
    case counter
}
