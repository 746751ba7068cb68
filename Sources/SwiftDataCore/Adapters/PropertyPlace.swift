import Observation

/// The place of a property in a user interface, which outlives the values of the property.
///
/// An addition to Apple's API, for adapters. A place lives for as long as a value does that has it.
@MainActor
public final class PropertyPlace {
    /// The closure that is called on the main actor each time that the values of the property may have changed; nil for none.
    ///
    /// Changes that follow each other at once are one call. The closure of an adapter draws the view again. It is set
    /// once for a place, and not for each value. It must not hold the view strongly, which holds the place.
    public var onChange: (@MainActor () -> Void)? {
        didSet { follow() }
    }
    /// An object of the adapter that is held for as long as the place lives, such as a publisher.
    public var attachment: AnyObject?

    /// A read of all that the values of the property depend on.
    ///
    /// It must not look for the container of the task: the notice of a change runs in a task that is not the view's.
    private var read: @MainActor () -> Void
    /// The number of the newest tracking. Only its changes are reported.
    private var tracking = 0

    init(reading read: @escaping @MainActor () -> Void) { self.read = read }

    /// Reads another value of the property from the next change on.
    func take(reading read: @escaping @MainActor () -> Void) { self.read = read }

    /// Observes the values that the property depends on now, in place of the values that it depended on before.
    func follow() {
        tracking += 1
        guard onChange != nil else { return }
        let tracking = tracking
        withObservationTracking(read) { [weak self] in
            inLaterTurnOfMainActor { self?.notify(tracking) }
        }
    }

    private func notify(_ tracking: Int) {
        guard let onChange, tracking == self.tracking else { return }
        // Before the call, so that no change is missed that comes amid it.
        follow()
        onChange()
    }
}
