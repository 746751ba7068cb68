/// An observer's results in sections, in the order in which the titles come in the results.
public struct SectionedResults<Element, SectionTitle>: RandomAccessCollection, Equatable
where Element: PersistentModel, SectionTitle: Hashable {
    private var sections: [ResultsSection<Element, SectionTitle>]
    private var positions: [SectionTitle: Int] = [:]
    /// The number of results up to the end of each section.
    private var ends: [Int] = []
    /// True if the models of each section stand together in the results.
    private(set) var isContiguous = true
    private var hasEmptySections = false

    /// Groups models by their titles. A title has one section, wherever its models are.
    package init(_ elements: some Sequence<Element>, titles: some Sequence<SectionTitle>) {
        var groups: [(title: SectionTitle, elements: [Element])] = []
        for (element, title) in zip(elements, titles) {
            if let last = groups.indices.last, groups[last].title == title {
                groups[last].elements.append(element)
            } else if let position = positions[title] {
                groups[position].elements.append(element)
                isContiguous = false
            } else {
                positions[title] = groups.count
                groups.append((title, [element]))
            }
        }
        sections = groups.map { ResultsSection(title: $0.title, elements: $0.elements) }
        numberSections(from: 0)
    }

    /// The position of the first section.
    public var startIndex: Int { 0 }
    /// The position after the last section.
    public var endIndex: Int { sections.count }
    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

    /// The section with a title, or nil where there is none. Found without a search.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        positions[title].map { sections[$0] }
    }

    /// True if there is a section with a title. Found without a search.
    public func contains(sectionTitle title: SectionTitle) -> Bool { positions[title] != nil }

    /// The position of the section with a title, or nil where there is none. Found without a search.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { positions[title] }

    /// The titles, in order.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }

    /// True if both have the same sections with the same models.
    public static func == (
        lhs: SectionedResults<Element, SectionTitle>,
        rhs: SectionedResults<Element, SectionTitle>
    ) -> Bool {
        lhs.sections == rhs.sections
    }
}

// MARK: - Changes of the results

extension SectionedResults {
    /// Puts a model in the section with its title.
    /// - Parameter index: The index in the results.
    /// - Returns: False where the models of the section would not stand together.
    mutating func insert(_ element: Element, at index: Int, _ title: SectionTitle) -> Bool {
        if let position = positions[title] {
            let start = start(of: position)
            if index >= start, index <= ends[position] {
                sections[position].insert(element, at: index - start)
                for later in position..<ends.count { ends[later] += 1 }
                return true
            }
            guard sections[position].isEmpty else { return false }
            sections.remove(at: position)
            positions[title] = nil
            numberSections(from: position)
        }
        let position = section(at: index)
        guard start(of: position) == index else { return false }
        sections.insert(ResultsSection(title: title, elements: [element]), at: position)
        numberSections(from: position)
        return true
    }

    /// Removes the model at an index of the results. Its section stays, also without models.
    mutating func removeElement(at index: Int) {
        let position = section(at: index)
        sections[position].remove(at: index - start(of: position))
        for later in position..<ends.count { ends[later] -= 1 }
        if sections[position].isEmpty { hasEmptySections = true }
    }

    mutating func removeEmptySections() {
        guard hasEmptySections else { return }
        hasEmptySections = false
        guard let first = sections.firstIndex(where: \.isEmpty) else { return }
        for section in sections where section.isEmpty { positions[section.title] = nil }
        sections.removeAll(where: \.isEmpty)
        numberSections(from: first)
    }

    private func start(of position: Int) -> Int { position == 0 ? 0 : ends[position - 1] }

    /// The section that has an index of the results, or the number of sections.
    private func section(at index: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > index { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func numberSections(from first: Int) {
        ends.removeSubrange(Swift.min(first, ends.count)...)
        for position in first..<sections.count {
            positions[sections[position].title] = position
            ends.append((ends.last ?? 0) + sections[position].count)
        }
    }
}
