/// The relationship partners that a model in no context holds, by slot. Most models have a few, or none.
package struct HeldPartners {
    private typealias Entries = [(slot: Int, models: [any PersistentModel])]

    /// Nil where there are none: an empty array would be retained and released with each state.
    private var storedEntries: Entries?
    private var entries: Entries {
        get { storedEntries ?? [] }
        _modify {
            var entries = storedEntries.take() ?? []
            defer { storedEntries = entries.isEmpty ? nil : entries }
            yield &entries
        }
    }

    package init() {}

    package var isEmpty: Bool { storedEntries == nil }

    /// The partners of all relationships, by slot in ascending order.
    package var bySlot: [(slot: Int, models: [any PersistentModel])] { entries }

    /// The partners of all relationships, one after the other.
    package var models: some Sequence<any PersistentModel> { entries.lazy.flatMap(\.models) }

    package subscript(slot: Int) -> [any PersistentModel]? {
        get { index(of: slot).map { entries[$0].models } }
        set {
            guard let newValue else {
                if let index = index(of: slot) { entries.remove(at: index) }
                return
            }
            if let index = index(of: slot) {
                entries[index].models = newValue
            } else {
                let place = entries.firstIndex { $0.slot > slot } ?? entries.endIndex
                entries.insert((slot, newValue), at: place)
            }
        }
    }

    /// Adds a partner at the end.
    package mutating func append(_ model: any PersistentModel, slot: Int) {
        if let index = index(of: slot) {
            entries[index].models.append(model)
        } else {
            self[slot] = [model]
        }
    }

    private func index(of slot: Int) -> Int? { storedEntries?.firstIndex { $0.slot == slot } }
}
