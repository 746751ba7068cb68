public import Foundation

extension ResultsObserver {
    /// The model in a section: the first index is the section's, the second the model's. Nil where there is none, and
    /// where nothing groups the results.
    public final func element(at indexPath: IndexPath) -> Element? {
        guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else { return nil }
        let section = sections[indexPath[0]]
        return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
    }

    /// Returns the position of a model: the index of its section, and its index in it. Nil if it is not among the
    /// results, and if nothing groups them.
    public final func indexPath(for element: Element) -> IndexPath? {
        guard let sections else { return nil }
        for (section, members) in sections.enumerated() {
            if let item = members.firstIndex(where: { $0 === element }) { return IndexPath(indexes: [section, item]) }
        }
        return nil
    }
}
