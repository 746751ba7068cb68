/// How many objects of one context hold another of it.
///
/// A context and its models are used by one isolation at a time, so that a number does for them: each reference that is
/// counted by the runtime costs as much as reading an attribute, and a fetch makes and drops three for each row. Who is held
/// holds itself from the first to the last.
struct Holders {
    private var count = 0

    /// - Returns: Whether this is the first.
    @inline(__always)
    mutating func add() -> Bool {
        count += 1
        return count == 1
    }

    /// - Returns: Whether this was the last.
    @inline(__always)
    mutating func remove() -> Bool {
        count -= 1
        return count == 0
    }
}
