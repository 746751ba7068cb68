import OrderedCollections

/// The changes that one action, or one transaction, made to the models of a context, in a form that can be reverted.
///
/// It holds models and not identifiers: a model may be saved, and so get another identifier, before the action is
/// undone.
package final class ChangeJournal {
    /// A slot before it was first written.
    struct Image {
        let model: any PersistentModel
        let slot: Int
        var before: Before
        /// The members that the action added to a to-many relationship and removed from it.
        var added: Set<ObjectIdentifier> = []
        var removed: Set<ObjectIdentifier> = []
        /// True if the model left the context in the action, so that nothing else can have happened to it since.
        var isWhole = false
        /// True if the model was in no context before: it entered by the same action.
        var isOfOutsider = false
        /// True if the slot had no unsaved edit.
        var isFirstEdit = false

        /// The same of one that had not been read: nothing else is known of it.
        var addedUnread: [any PersistentModel] = []
        var removedUnread: [any PersistentModel] = []
        /// The number of saves before these changes were noted.
        var saves = 0

        var isOfMembers: Bool {
            switch before {
            case .members, .edited, .unread: true
            default: false
            }
        }
    }

    enum Before {
        case value(StoredValue)
        case destination((any PersistentModel)?)
        /// The members in order; nil where an optional relationship was nil.
        case members([any PersistentModel]?)
        /// Members of which some have joined or left, one by one: the steps from the members before to the members
        /// after. The other members are not looked at, however many there are.
        case edited([MemberStep])
        /// A value that could not be read. Undoing the action makes the slot unread again.
        case unreadable
        /// Members that had not been read, and are not read for this: only the members that had been added and removed
        /// are kept.
        case unread(ToManyChange)
    }

    private struct Place: Hashable {
        let model: ObjectIdentifier
        let slot: Int

        init(_ model: any PersistentModel, _ slot: Int) {
            self.model = ObjectIdentifier(model)
            self.slot = slot
        }
    }

    private(set) var images: [Image] = []
    /// The position of each slot's image.
    private var places: [Place: Int] = [:]
    /// The models that entered the context, and the models that left it or were marked for deletion.
    private(set) var inserted: OrderedDictionary<ObjectIdentifier, any PersistentModel> = [:]
    private(set) var removed: OrderedDictionary<ObjectIdentifier, any PersistentModel> = [:]
    /// The entered models that had been deleted before.
    private(set) var broughtBack: Set<ObjectIdentifier> = []

    /// The states with which models entered. The state that is found later may be another one, which the save has put
    /// in its place.
    private var entries: [ObjectIdentifier: ModelState] = [:]

    var isEmpty: Bool { images.isEmpty && inserted.isEmpty && removed.isEmpty }

    package init() {}

    deinit {
        // Models that the program does not use, and that cannot be brought back any more, may hold each other.
        let left = (Array(inserted.values) + Array(removed.values)).map(\._$modelState).filter { $0.phase == .detached }
        guard !left.isEmpty else { return }
        clear()
        UnheldModels.release(left)
    }

    /// Returns the values of the row that an inserted model turned out to be when it was saved; nil for any other
    /// model.
    func replaced(by model: any PersistentModel) -> ChangeJournal? { entries[ObjectIdentifier(model)]?.replaced }

    /// Notes a slot that is about to change.
    func willChange(_ state: ModelState, _ slot: Int) {
        guard let model = state.model else { return }
        if let index = places[Place(model, slot)] { return completeImage(at: index) }
        let before = state.images.image(of: slot)
        add(
            Image(
                model: model,
                slot: slot,
                before: before,
                isOfOutsider: !state.isAttached,
                isFirstEdit: state.phase == .registered && state.changes?.slots.contains(slot) != true
            )
        )
    }

    /// Notes a to-many relationship that members are about to join or leave, each of which ``didEdit(_:_:_:)`` reports.
    func willEdit(_ state: ModelState, _ slot: Int) {
        guard state.phase == .inserted || state.phase == .registered, case .identifiers = state.values[slot] else {
            return willChange(state, slot)
        }
        guard let model = state.model, places[Place(model, slot)] == nil else { return }
        add(Image(model: model, slot: slot, before: .edited([])))
    }

    /// Notes that a member has joined or left a to-many relationship.
    func didEdit(_ state: ModelState, _ slot: Int, _ step: MemberStep) {
        guard let model = state.model, let index = places[Place(model, slot)] else { return }
        images[index].append([step])
        if case .edited = images[index].before { state.unit?.counts.journaledMembers += 1 }
    }

    /// Replaces the steps that were noted of a to-many relationship by other steps that lead to the same members.
    func replaceSteps(_ state: ModelState, _ slot: Int, by steps: [MemberStep]) {
        guard let model = state.model, let index = places[Place(model, slot)], case .edited = images[index].before
        else { return }
        images[index].before = .edited(steps)
        state.unit?.counts.journaledMembers += steps.count
    }

    /// The noted image of a slot; nil where there is none.
    func image(of state: ModelState, _ slot: Int) -> Image? {
        state.model.flatMap { places[Place($0, slot)] }.map { images[$0] }
    }

    private func add(_ image: Image) {
        places[Place(image.model, image.slot)] = images.count
        images.append(image)
    }

    /// Notes all members of a relationship of which the steps are known: it is about to be written as a whole.
    private func completeImage(at index: Int) {
        guard case .edited(let steps) = images[index].before else { return }
        let state = images[index].model._$modelState
        // Members that have been let go of since, and cannot be read, are not none.
        if case .unloaded = state.reading.trueValue(at: images[index].slot) {
            images[index].before = .unreadable
            return
        }
        let members = state.partners.destinations(at: images[index].slot)
        state.unit?.counts.journaledMembers += members.count
        images[index].before = .members(steps.reverted(from: members))
    }

    /// Notes a model that has entered.
    func didInsert(_ model: any PersistentModel, again: Bool = false) {
        let key = ObjectIdentifier(model)
        if again { broughtBack.insert(key) }
        guard removed.removeValue(forKey: key) == nil else { return }
        inserted[key] = model
        entries[key] = model._$modelState
    }

    /// Notes a model that is about to leave, with everything that could not be read any more afterwards.
    func willDelete(_ model: any PersistentModel) {
        let state = model._$modelState
        if inserted.removeValue(forKey: ObjectIdentifier(model)) != nil { return }
        for slot in state.values.indices {
            _ = state.reading.value(at: slot)
            if state.layout.properties[slot].relationship != nil { willChange(state, slot) }
        }
        removed[ObjectIdentifier(model)] = model
    }

    /// Notes a new model that leaves as if it had never been inserted; it keeps its values.
    func didDetach(_ model: any PersistentModel) {
        if inserted.removeValue(forKey: ObjectIdentifier(model)) == nil { removed[ObjectIdentifier(model)] = model }
    }

    /// Notes the members of to-many relationships, now that the action is over.
    /// - Parameter isSaved: True if the action has been saved already, after a call of ``noteUnread()``.
    func finish(isSaved: Bool = false) {
        if !isSaved { noteUnread() }
        for index in images.indices {
            if case .edited = images[index].before {
                images[index].saves = images[index].model._$modelState.unit?.saveRun.count ?? 0
            }
            guard case .members(let before) = images[index].before else { continue }
            images[index].isWhole = removed[ObjectIdentifier(images[index].model)] != nil
            if images[index].isWhole { continue }
            let old = Set((before ?? []).map { ObjectIdentifier($0) })
            let model = images[index].model
            // Of members that cannot be read it is not known which have joined or left.
            if case .unloaded = model._$modelState.reading.trueValue(at: images[index].slot) { continue }
            // One that is deleted may be left there until that is saved.
            let left = model._$modelState.partners.destinations(at: images[index].slot).filter {
                $0._$modelState.phase != .deleted
            }
            model._$modelState.unit?.counts.journaledMembers += left.count
            let new = Set(left.map { ObjectIdentifier($0) })
            images[index].added = new.subtracting(old)
            images[index].removed = old.subtracting(new)
        }
    }

    /// Notes the changes of unread to-many relationships, which only the unsaved changes show.
    func noteUnread() {
        for index in images.indices {
            guard case .unread(let before) = images[index].before else { continue }
            let (state, slot) = (images[index].model._$modelState, images[index].slot)
            guard let unit = state.unit else { continue }
            if let members = state.images.membersRead(since: before, slot) {
                // Read since, by code that may have changed their order.
                images[index].before = .members(members.compactMap { unit.lookup.model(for: $0) })
                continue
            }
            let now = state.changes?.toMany[slot] ?? ToManyChange()
            func models(_ new: [PersistentIdentifier], _ old: [PersistentIdentifier]) -> [any PersistentModel] {
                let known = Set(old.map(\.resolved))
                return new.filter { !known.contains($0.resolved) }.compactMap { unit.lookup.model(for: $0) }
            }
            images[index].addedUnread = models(now.added, before.added) + models(before.removed, now.removed)
            images[index].removedUnread = models(now.removed, before.removed) + models(before.added, now.added)
            images[index].saves = unit.saveRun.count
        }
    }

    /// Adds the steps of a part of this action, which has noted its unread members.
    func append(_ part: ChangeJournal) {
        for image in part.images {
            if let index = places[Place(image.model, image.slot)] {
                images[index].append(image)
            } else {
                add(image)
            }
        }
        broughtBack.formUnion(part.broughtBack)
        for model in part.inserted.values { didInsert(model) }
        entries.merge(part.entries) { _, old in old }
        for (key, model) in part.removed where inserted.removeValue(forKey: key) == nil { removed[key] = model }
    }

    func clear() {
        let last = (images, inserted, removed, entries)
        // Released when the journal is whole again: a model's `deinit` is the user's code.
        withExtendedLifetime(last) {
            images = []
            places = [:]
            inserted = [:]
            removed = [:]
            broughtBack = []
            entries = [:]
        }
    }
}

extension ChangeJournal.Image {
    /// Adds the steps that came after the steps of this image. An image of all members needs none.
    fileprivate mutating func append(_ steps: [MemberStep]) {
        guard case .edited(var known) = before else { return }
        // Let go of first, so that appending does not copy the array.
        before = .edited([])
        known += steps
        before = .edited(known)
    }

    /// Merges a later image of the same slot.
    fileprivate mutating func append(_ later: Self) {
        guard case .edited(let steps) = before else { return }
        switch later.before {
        case .value, .destination, .unreadable:
            break
        case .edited(let more):
            append(more)
        case .members(let members):
            before = .members(steps.reverted(from: members ?? []))
        case .unread:
            // The order is that of the store.
            append(later.removedUnread.map { .left($0, at: .max, after: nil) })
            append(later.addedUnread.map { .joined($0, at: .max) })
        }
    }
}
