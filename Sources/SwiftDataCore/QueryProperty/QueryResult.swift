/// A shape in which ``Query`` gives its models: an array, or ``SectionedResults``.
///
/// An addition to Apple's API: it lets the compiler find the models' class from the type of the property, in
/// `@Query var trips: [Trip]`.
public protocol QueryResult {
    /// The class of the models.
    associatedtype Model: PersistentModel
}

extension Array: QueryResult where Element: PersistentModel {
    /// The class of the models.
    public typealias Model = Element
}

extension SectionedResults: QueryResult where SectionTitle == String {
    /// The class of the models.
    public typealias Model = Element
}
