/// The part of a state that few models need.
final class ModelExtras {
    var observation = ModelObservation()
    var members = MemberMemory()
    var custom: (any BackingData)?
    var successor: ModelState?
    var replaced: ChangeJournal?
    var unlinked: Range<Int>?
    var lastKnown: [StoredValue] = []
    var failedReads: FailedReads?
    /// True once a fetch hook has been called.
    var didCallFetchHook = false
}

extension ModelState {
    /// The extras, made when there are none.
    var madeExtras: ModelExtras {
        if let extras { return extras }
        let made = ModelExtras()
        extras = made
        return made
    }

    /// The failed reads; nil for almost all models.
    var failedReads: FailedReads? { extras?.failedReads }

    var madeFailedReads: FailedReads {
        if let known = extras?.failedReads { return known }
        let made = FailedReads()
        madeExtras.failedReads = made
        return made
    }

    /// The slots that a subclass has added since the state was bound.
    var unlinked: Range<Int>? {
        get { extras?.unlinked }
        set { if newValue != nil || extras != nil { madeExtras.unlinked = newValue } }
    }

    /// The state that this one's model turned out to share when it was saved: it has the unique values of that model.
    package var successor: ModelState? {
        get { extras?.successor }
        set {
            madeExtras.successor = newValue
            // The next access goes through the same door as the first, which hands the model over.
            isBound = newValue == nil
        }
    }

    /// The state by which the model is known now.
    var lastSuccessor: ModelState {
        var last = self
        while let next = last.successor { last = next }
        return last
    }

    /// The values of the row that this new model turned out to be when it was saved, for the undo manager.
    var replaced: ChangeJournal? {
        get { extras?.replaced }
        set { if newValue != nil || extras != nil { madeExtras.replaced = newValue } }
    }

    /// The batches of the destinations of to-many relationships, with the place where this model's begin, by slot.
    package var toManyBatches: [Int: (FaultBatch, Int)] { extras?.members.batches ?? [:] }

    /// The members of to-many relationships as they were last read, by slot.
    package var memberCaches: [Int: MemberCache] { extras?.members.caches ?? [:] }

    /// The members of the relationship that was added to last.
    package var openMembers: OpenMembers? { extras?.members.open }

    /// Releases the members that were kept for the next addition.
    func closeMembers() {
        // Taken, so that what it releases is released while no change is under way.
        _ = extras?.members.takeOpen()
    }

    /// The values before the row was found to have changed elsewhere, for the case that it turns out to be deleted.
    package var lastKnown: [StoredValue] {
        get { extras?.lastKnown ?? [] }
        set { if !newValue.isEmpty || extras != nil { madeExtras.lastKnown = newValue } }
    }

    /// The numbers of the observers of the context that have the model among their results.
    package var watchers: [Int] { extras?.observation.watchers.numbers ?? [] }
}
