import Foundation

/// The key by which results are grouped: a string of the models.
struct ResultsGrouping<Element: PersistentModel, SectionTitle: Hashable> {
    let keyPath: PartialKeyPath<Element>
    /// The order of the sections, one key. In an array: a generic struct that holds a sort descriptor itself refers, in
    /// optimised code, to a type of Foundation's that programs cannot be linked with (Swift 6.3.1).
    let sort: [SortDescriptor<Element>]
    /// The title of a section from the string, which is empty for nil.
    let title: (String) -> SectionTitle

    /// The order in which the models of a section stand together.
    func prepended(to sortBy: [SortDescriptor<Element>]) -> [SortDescriptor<Element>] {
        sortBy.first?.keyPath == keyPath ? sortBy : sort + sortBy
    }
}

extension ResultsGrouping where SectionTitle == String {
    init(_ keyPath: KeyPath<Element, String>) {
        self.init(keyPath: keyPath, sort: [SortDescriptor(sendable(keyPath))]) { $0 }
    }

    init(_ keyPath: KeyPath<Element, String?>) {
        self.init(keyPath: keyPath, sort: [SortDescriptor(sendable(keyPath))]) { $0 }
    }
}
