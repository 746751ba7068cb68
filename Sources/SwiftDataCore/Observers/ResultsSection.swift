/// One group of an observer's results: the results with the same title.
public struct ResultsSection<Element, SectionTitle>: Identifiable, RandomAccessCollection, Equatable
where Element: PersistentModel, SectionTitle: Hashable {
    /// The value that the models of the section share.
    public let title: SectionTitle
    private var elements: ChunkedArray<Element>

    init(title: SectionTitle, elements: [Element]) {
        self.title = title
        self.elements = ChunkedArray(elements)
    }

    mutating func insert(_ element: Element, at position: Int) { elements.insert(element, at: position) }

    mutating func remove(at position: Int) { elements.remove(at: position) }

    /// The title.
    public var id: SectionTitle { title }
    /// The position of the first model.
    public var startIndex: Int { 0 }
    /// The position after the last model.
    public var endIndex: Int { elements.count }
    /// The model at a position.
    public subscript(position: Int) -> Element { elements[position] }

    /// True if both have the same title and the same models.
    public static func == (
        lhs: ResultsSection<Element, SectionTitle>,
        rhs: ResultsSection<Element, SectionTitle>
    ) -> Bool {
        lhs.title == rhs.title && lhs.elements.count == rhs.elements.count
            && zip(lhs.elements, rhs.elements).allSatisfy { $0 === $1 }
    }
}
