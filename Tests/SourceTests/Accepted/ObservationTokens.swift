// The token of an observation, which cannot be copied, as a property of models and of observable classes.
import SwiftData

@Model
final class Trip {
    var name = ""
    @Transient var token: ObservationTracking.Token?

    init() {}

    @MainActor
    func watch(_ show: @escaping @MainActor (Int) -> Void, in trips: ResultsObserver<Trip, Never>) {
        token = withContinuousObservation(options: [.didSet]) { _ in show(trips.results.count) }
    }

    func end() { token = nil }
}

@MainActor @Observable
final class Board {
    var text = ""
    @ObservationIgnored private var token: ObservationTracking.Token?

    func watch() {
        token = withContinuousObservation(options: [.willSet, .didSet]) { [weak self] event in
            if self?.text == "" { event.cancel() }
        }
    }

    func end() {
        if let token = token.take() { token.cancel() }
    }
}

actor Watcher {
    private var token: ObservationTracking.Token?

    func end() { token = nil }
}
