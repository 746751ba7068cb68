import Observation

/// The place of a property in a user interface, which outlives the values of the property.
///
/// An addition to Apple's API, for adapters. A place lives for as long as a value does that has it.
@MainActor
public final class PropertyPlace {
    /// The closure that is called on the main actor each time that the values of the property may have changed; nil for none.
    ///
    /// Changes that follow each other at once are one call. The closure of an adapter draws the view anew. It is set once for
    /// a place, and not for each value. It must not hold the view strongly, which holds the place.
    public var onChange: (@MainActor () -> Void)? {
        didSet { if onChange != nil { track() } }
    }
    /// An object of the adapter that is held for as long as the place lives, such as a publisher.
    public var attachment: AnyObject?

    /// A read of the values of the property.
    private var read: @MainActor () -> Void
    /// The number of the newest tracking. Only its change is told.
    private var tracking = 0

    init(reading read: @escaping @MainActor () -> Void) { self.read = read }

    /// Reads another value of the property from now on.
    /// - Parameter isSame: True if what is observed is what was observed before, so that it need not be observed anew.
    func follow(isSame: Bool, reading read: @escaping @MainActor () -> Void) {
        self.read = read
        if onChange != nil, !isSame { track() }
    }

    private func track() {
        tracking += 1
        let tracking = tracking
        withObservationTracking(read) { [weak self] in
            Task { @MainActor in self?.tell(tracking) }
        }
    }

    private func tell(_ tracking: Int) {
        guard let onChange, tracking == self.tracking else { return }
        // Before the call, so that no change is missed that comes amid it.
        track()
        onChange()
    }
}
