/// The differences between new results and the results that are shown.
struct ResultsPatch<Element: PersistentModel> {
    /// The indices of the results to remove, ascending.
    var removed: [Int] = []
    /// The models that join, in order, each before the result at an index.
    var inserted: [(index: Int, model: Element, key: ResultKey)] = []
    /// The states that are no longer among the results, and the states that are now.
    var left: [ModelState] = []
    var joined: [ModelState] = []
}

/// Results, and where each of them stands.
struct PlacedResults<Element: PersistentModel> {
    private(set) var elements = ChunkedArray<Element>()
    /// The states of the elements: a model may have another one later.
    private(set) var states = ChunkedArray<ModelState>()
    /// The keys of the elements, where models are put in their places one by one.
    private(set) var keys = ChunkedArray<ResultKey>()
    /// The title of each element's section, where there are sections.
    private(set) var titles = ChunkedArray<String>()
    var hasTitles = false
    /// True if elements without an order are in the order of their rows.
    var isInRowOrder = false

    var count: Int { elements.count }

    init() {}

    /// - Parameters:
    ///   - keys: The keys of the elements; empty where models are not put in their places one by one.
    ///   - titles: The titles of the elements' sections; nil where there are no sections.
    init(_ elements: [Element], keys: [ResultKey] = [], titles: [String]?) {
        self.elements = ChunkedArray(elements)
        states = ChunkedArray(elements.map(\._$modelState))
        self.keys = ChunkedArray(keys)
        self.titles = ChunkedArray(titles ?? [])
        hasTitles = titles != nil
    }

    /// Makes the next change a fetch: where the elements stand is not known any more.
    mutating func forgetKeys() { keys = ChunkedArray() }

    /// True if a patch leads to the same models in the same places.
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

    /// True if a patch that leads to the same models leads to other titles.
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
        // From the end, so that the indices before stay valid.
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
        let before = Contents(self)
        var after = Contents()
        after.reserveCapacity(before.keys.count - patch.removed.count + patch.inserted.count)
        var start = 0
        var removed = patch.removed[...]
        func keep(to end: Int) {
            while start < end {
                let next = removed.first.map { min($0, end) } ?? end
                after.append(before, start..<next)
                start = next
                if removed.first == next, next < end {
                    removed.removeFirst()
                    start += 1
                }
            }
        }
        for inserted in patch.inserted {
            keep(to: inserted.index)
            after.append(inserted.model, inserted.key, hasTitle: hasTitles)
        }
        keep(to: before.keys.count)
        elements = ChunkedArray(after.elements)
        states = ChunkedArray(after.states)
        keys = ChunkedArray(after.keys)
        titles = ChunkedArray(after.titles)
    }

    /// The results in arrays without chunks, which are made faster.
    private struct Contents {
        var elements: [Element] = []
        var states: [ModelState] = []
        var keys: [ResultKey] = []
        var titles: [String] = []

        init() {}

        init(_ results: PlacedResults) {
            elements = results.elements.joined()
            states = results.states.joined()
            keys = results.keys.joined()
            titles = results.titles.joined()
        }

        mutating func reserveCapacity(_ count: Int) {
            elements.reserveCapacity(count)
            states.reserveCapacity(count)
            keys.reserveCapacity(count)
        }

        mutating func append(_ other: Contents, _ range: Range<Int>) {
            elements += other.elements[range]
            states += other.states[range]
            keys += other.keys[range]
            if !other.titles.isEmpty { titles += other.titles[range] }
        }

        mutating func append(_ model: Element, _ key: ResultKey, hasTitle: Bool) {
            elements.append(model)
            states.append(key.state)
            keys.append(key)
            if hasTitle { titles.append(key.title) }
        }
    }
}
