public import Foundation
public import SwiftCrossUI
public import SwiftData

/// Gives queries in views the context of the environment, and draws the views again when the results change.
extension Query: @MainActor @retroactive DynamicProperty, @MainActor @retroactive ObservableProperty {
    /// Takes the context of the environment, and the results of the value that the query had before.
    public func update(with environment: EnvironmentValues, previousValue: Query?) {
        update(in: environment, previous: previousValue)
    }

    /// The publisher of changes. Values that follow each other in one place have the same.
    public var didChange: Publisher {
        if let publisher = place.attachment as? Publisher { return publisher }
        let publisher = Publisher()
        place.attachment = publisher
        place.onChange = { publisher.send() }
        return publisher
    }

    /// Does nothing: the results are in the store.
    public func tryRestoreFromSnapshot(_ snapshot: Data) {}

    /// None: the results are in the store.
    public func snapshot() -> Data? { nil }
}
