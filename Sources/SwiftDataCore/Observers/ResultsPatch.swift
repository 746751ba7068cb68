/// How results differ from those that are shown.
struct ResultsPatch<Element: PersistentModel> {
    /// The indices of what goes, ascending.
    var removed: [Int] = []
    /// What comes, in order, each before the result that is at an index.
    var inserted: [(index: Int, model: Element, key: ResultKey)] = []
    /// The states that are among the results no more, and those that are there now.
    var left: [ModelState] = []
    var joined: [ModelState] = []
}

/// Results, and where each of them stands.
struct PlacedResults<Element: PersistentModel> {
    var elements: [Element] = []
    /// The states of the elements: a model may have another one later.
    var states: [ModelState] = []
    /// The keys of the elements, where models are put in their places one by one.
    var keys: [ResultKey] = []
    /// The title of each element's section, where there are sections.
    var titles: [String] = []
    var hasTitles = false
    /// Whether elements without an order are in that of their rows.
    var isInRowOrder = false

    var count: Int { elements.count }

    init() {}

    /// - Parameter titles: The titles of the elements' sections; nil where there are no sections.
    init(_ elements: [Element], titles: [String]?) {
        self.elements = elements
        states = elements.map(\._$modelState)
        self.titles = titles ?? []
        hasTitles = titles != nil
    }

    /// Whether a patch leads to the same models in the same places.
    func isSame(after patch: ResultsPatch<Element>) -> Bool {
        guard patch.removed.count == patch.inserted.count else { return false }
        var place = 0
        for (number, inserted) in patch.inserted.enumerated() {
            while place < patch.removed.count, patch.removed[place] < inserted.index { place += 1 }
            let index = inserted.index - place + number
            guard index == patch.removed[number], elements[index] === inserted.model else { return false }
        }
        return true
    }

    /// Whether a patch that leads to the same models leads to other titles.
    func isRetitled(by patch: ResultsPatch<Element>) -> Bool {
        hasTitles && zip(patch.removed, patch.inserted).contains { titles[$0] != $1.key.title }
    }

    /// Takes over a patch that leads to the same models and titles: they have other keys, and perhaps other states.
    mutating func replaceKeys(_ patch: ResultsPatch<Element>) {
        for (index, inserted) in zip(patch.removed, patch.inserted) {
            keys[index] = inserted.key
            states[index] = inserted.key.state
        }
    }

    /// Takes over a patch: one by one where there are few changes, which moves memory only, else in one pass.
    mutating func apply(_ patch: ResultsPatch<Element>) {
        guard patch.removed.count + patch.inserted.count <= 32 else { return rebuild(patch) }
        var removed = patch.removed[...]
        // From the end, so that the indices before stay what they are.
        for inserted in patch.inserted.reversed() {
            while let last = removed.last, last >= inserted.index { remove(at: removed.removeLast()) }
            elements.insert(inserted.model, at: inserted.index)
            states.insert(inserted.key.state, at: inserted.index)
            keys.insert(inserted.key, at: inserted.index)
            if hasTitles { titles.insert(inserted.key.title, at: inserted.index) }
        }
        for index in removed.reversed() { remove(at: index) }
    }

    private mutating func remove(at index: Int) {
        if hasTitles { titles.remove(at: index) }
        elements.remove(at: index)
        states.remove(at: index)
        keys.remove(at: index)
    }

    private mutating func rebuild(_ patch: ResultsPatch<Element>) {
        let before = self
        let count = before.count - patch.removed.count + patch.inserted.count
        (elements, states, keys, titles) = ([], [], [], [])
        elements.reserveCapacity(count)
        states.reserveCapacity(count)
        keys.reserveCapacity(count)
        var start = 0
        var removed = patch.removed[...]
        func keep(to end: Int, _ results: inout Self) {
            while start < end {
                let next = removed.first.map { min($0, end) } ?? end
                results.elements += before.elements[start..<next]
                results.states += before.states[start..<next]
                results.keys += before.keys[start..<next]
                if before.hasTitles { results.titles += before.titles[start..<next] }
                start = next
                if removed.first == next, next < end {
                    removed.removeFirst()
                    start += 1
                }
            }
        }
        for inserted in patch.inserted {
            keep(to: inserted.index, &self)
            elements.append(inserted.model)
            states.append(inserted.key.state)
            keys.append(inserted.key)
            if hasTitles { titles.append(inserted.key.title) }
        }
        keep(to: before.count, &self)
    }
}
