import OrderedCollections

/// The places of a pool, and the calls that wait for one, in their order.
///
/// A call gets a place if one is free, and for a writing call only if no other one writes. So the calls that wait for the
/// lock wait here, where they take no place and no thread, and reading calls overtake them. No call waits for one of its kind
/// that came later.
package struct PlaceQueue<Caller: Hashable> {
    /// The number of places.
    package var limit: Int
    package private(set) var taken = 0
    package private(set) var isWriting = false
    private var waiting: OrderedDictionary<Caller, ContextCall.Kind> = [:]

    package init(limit: Int) { self.limit = max(limit, 1) }

    package var waitingCount: Int { waiting.count }

    /// Takes a place, if there is one.
    package mutating func enter(_ kind: ContextCall.Kind) -> Bool {
        // A waiting call cannot have the place, or would have it.
        guard hasPlace(for: kind) else { return false }
        take(kind)
        return true
    }

    /// Begins to wait for a place.
    package mutating func wait(_ caller: Caller, _ kind: ContextCall.Kind) { waiting[caller] = kind }

    /// Gives a place back.
    package mutating func leave(_ kind: ContextCall.Kind) {
        taken -= 1
        if kind == .write { isWriting = false }
    }

    /// Gives a place to the first caller that may have one.
    package mutating func admitNext() -> Caller? {
        guard let index = waiting.elements.firstIndex(where: { hasPlace(for: $0.value) }) else { return nil }
        let (caller, kind) = waiting.elements[index]
        waiting.remove(at: index)
        take(kind)
        return caller
    }

    /// Ends the wait of a caller without a place.
    /// - Returns: False where it was not waiting.
    package mutating func giveUp(_ caller: Caller) -> Bool { waiting.removeValue(forKey: caller) != nil }

    private func hasPlace(for kind: ContextCall.Kind) -> Bool { taken < limit && (kind == .read || !isWriting) }

    private mutating func take(_ kind: ContextCall.Kind) {
        taken += 1
        if kind == .write { isWriting = true }
    }
}
