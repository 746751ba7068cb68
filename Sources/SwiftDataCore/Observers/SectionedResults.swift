/// An observer's results in sections, in the order in which the titles come in the results.
public struct SectionedResults<Element, SectionTitle>: RandomAccessCollection, Equatable
where Element: PersistentModel, SectionTitle: Hashable {
    private let sections: [ResultsSection<Element, SectionTitle>]
    private let positions: [SectionTitle: Int]

    /// Groups models by their titles. A title has one section, wherever its models are.
    package init(_ elements: [Element], titles: [SectionTitle]) {
        var positions: [SectionTitle: Int] = [:]
        var groups: [(title: SectionTitle, elements: [Element])] = []
        for (element, title) in zip(elements, titles) {
            if let last = groups.indices.last, groups[last].title == title {
                groups[last].elements.append(element)
            } else if let position = positions[title] {
                groups[position].elements.append(element)
            } else {
                positions[title] = groups.count
                groups.append((title, [element]))
            }
        }
        sections = groups.map { ResultsSection(title: $0.title, elements: $0.elements) }
        self.positions = positions
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

    /// Whether there is a section with a title. Found without a search.
    public func contains(sectionTitle title: SectionTitle) -> Bool { positions[title] != nil }

    /// The position of the section with a title, or nil where there is none. Found without a search.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { positions[title] }

    /// The titles, in order.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }

    /// Whether both have the same sections with the same models.
    public static func == (
        lhs: SectionedResults<Element, SectionTitle>,
        rhs: SectionedResults<Element, SectionTitle>
    ) -> Bool {
        lhs.sections == rhs.sections
    }
}
