import Foundation
import SwiftData
import Testing

/// The suites that set the container of the program, or need that there is none. They run one after the other, since a
/// program has one.
@Suite(.serialized) enum ProgramContainerTests {
    @MainActor static func withoutDefault<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let former = ModelContainer.default
        ModelContainer.default = nil
        defer { ModelContainer.default = former }
        return try await body()
    }

    @MainActor static func insert(_ names: String..., into context: ModelContext) {
        for (day, name) in names.enumerated() {
            let startDate = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
            context.insert(FakeUI.Trip(name: name, startDate: startDate))
        }
    }
}
