/// A property of a view that needs the environment, such as `@Query`.
///
/// An addition to Apple's API, for adapters. It corresponds to SwiftUI's `DynamicProperty` on Apple's platforms. Before
/// a view is drawn, the adapter calls ``update(in:previous:)`` for each such property. It sets
/// ``PropertyPlace/onChange`` of a new view's properties.
@MainActor
public protocol EnvironmentProperty {
    /// The place of the property in the user interface. Values that follow each other in one place have the same.
    var place: PropertyPlace { get }

    /// Takes the context of the environment, and the place and the results of the value that the property had before
    /// the view was created again.
    /// - Parameters:
    ///   - environment: The environment of the view.
    ///   - previous: The property of the view in the same place before; nil for a new view, and for a view that is
    ///     drawn again without being created again.
    func update(in environment: some ModelEnvironment, previous: Self?)
}

extension Query: EnvironmentProperty {
    /// The place of the property in the user interface.
    public var place: PropertyPlace { box.place }

    /// Takes the context of the environment, and the place and the results of the former value. The results are taken where
    /// both ask for the same.
    public func update(in environment: some ModelEnvironment, previous: Query?) {
        if let previous { box.replace(previous.box) }
        box.enter(environment.givenModelContext)
    }
}
