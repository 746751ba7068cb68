public import SwiftCrossUI
import Observation

/// A view that is drawn again when a value changes that its content has read by Observation, such as a property of a
/// model.
///
/// ```swift
/// ForEach(trips, id: \.persistentModelID) { trip in
///     Observed { Text(trip.name) }
/// }
/// ```
///
/// An addition to SwiftUI's API, whose views all do this. SwiftCrossUI does not use Observation.
public struct Observed<Content: View>: View {
    private let content: () -> Content
    @State private var changes = ObservedChanges()

    /// A view with some content.
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

    /// The content.
    public var body: some View { changes.track(content) }
}

/// The changes of the properties that the content of a view has read.
@MainActor
private final class ObservedChanges: @MainActor ObservableObject {
    let didChange = Publisher()
    /// The number of the newest evaluation of the content. Only its changes matter.
    private var evaluation = 0

    nonisolated init() {}

    func track<Content>(_ content: () -> Content) -> Content {
        evaluation += 1
        let evaluation = evaluation
        return withObservationTracking(content) { [weak self] in
            Task { @MainActor in self?.notify(evaluation) }
        }
    }

    private func notify(_ evaluation: Int) {
        if evaluation == self.evaluation { didChange.send() }
    }
}
