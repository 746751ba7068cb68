/// The results of one observer, as the context's registry has them for any model class.
class AnyLiveResults {
    /// The number of the observer in its context; never used twice.
    var number = 0
    /// The signal by which changes reach an observer without an isolation to wake.
    let signal = ObserverSignal()
    /// True if only a fetch can find the results.
    var needsFetch = false
    /// True if the titles of results that the program has set could not be read.
    var needsTitles = false
    /// The touched model that it was asked about last.
    var lastOffer = 0
    /// The changed models that are, or may have become, results.
    var waiting: [WaitingResult] = []
    /// True if the observer is to be updated in this round.
    var isAffected = false
    /// The touched model that is known to be among the results.
    var lastMember = 0

    /// The class whose models are observed.
    var layout: ModelLayout { preconditionFailure("overridden") }
    var watch: ObserverWatch { preconditionFailure("overridden") }

    /// True if a change may have an effect on the results; if so, it waits for ``update()``.
    /// - Parameter isMember: True if the model is, or was, among the results.
    func isAffected(by subject: ResultSubject, isMember: Bool) -> Bool { false }
    /// Computes the new results without showing them yet.
    func update() {}
    /// Fetches the results in place of the results that were computed.
    func fetchInstead() {}
    /// Shows the new results and notifies Observation.
    func commit() {}
}

/// A changed model that an observer has to look at.
struct WaitingResult {
    let subject: ResultSubject
    /// True if the model is, or may be, among the results.
    let isMember: Bool
    /// True if the model belongs among the results now.
    let isMatch: Bool
}

/// The changes that an observer is interested in.
struct ObserverWatch {
    enum Kind {
        /// Changes of models of the class that are results or may become some.
        case results
        /// The same, as far as rows are written: unsaved changes do not count.
        case storedResults
        /// Any change of a property that is read, of models of any of the classes.
        case reads
    }

    var kind: Kind
    /// The slots of the class itself.
    var slots: SlotSet
    /// The slots that `reads` reads, by class.
    var classes: [(layout: ModelLayout, slots: SlotSet)] = []
    /// True if `reads` reads values that cannot be known beforehand.
    var isUnbounded = false
    var equality: QueryEquality?
    /// True if unsaved changes matter.
    var includesPending = true

    /// True if a change of a result can matter to the observer.
    func concerns(_ touch: ResultTouch) -> Bool {
        touch.hasMoved || touch.isWrittenElsewhere || touch.isSaved || touch.slots.intersects(slots)
    }
}
