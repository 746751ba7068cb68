// Calls of `read` and `write` from every isolation, with values that leave them.
import SwiftData

@Model
final class Item {
    var name: String
    var count = 0
    init(name: String) { self.name = name }
}

struct Listed: Sendable {
    let id: PersistentIdentifier
    let name: String
}

func plain(_ container: ModelContainer) async throws -> [Listed] {
    try await container.read { context in
        try context.fetch(FetchDescriptor<Item>()).map { Listed(id: $0.persistentModelID, name: $0.name) }
    }
}

@MainActor
final class Screen {
    var names: [String] = []

    func reload(_ container: ModelContainer) async throws {
        names = try await container.read { try $0.fetch(FetchDescriptor<Item>()).map(\.name) }
        try await container.write { context in
            context.insert(Item(name: "new"))
        }
    }
}

actor Counter {
    let container: ModelContainer
    init(_ container: ModelContainer) { self.container = container }

    func count(_ identifier: PersistentIdentifier) async throws -> Int? {
        try await container.write(waitLimit: .seconds(1), totalLimit: .seconds(2)) { context in
            guard let item = context.model(for: identifier) as? Item else { return nil }
            item.count += 1
            return item.count
        }
    }
}

func nested(_ container: ModelContainer, _ other: ModelContainer) async throws {
    let names = try await container.read { try $0.fetch(FetchDescriptor<Item>()).map(\.name) }
    try await other.write { context in
        for name in names { context.insert(Item(name: name)) }
    }
    container.contextLimits = ModelContainer.ContextLimits(contexts: 8, wait: .seconds(2), total: nil)
}

@MainActor
final class Panel {
    private let token: ObservationTracking.Token

    init(_ item: Item, _ results: ResultsObserver<Item, Never>) {
        token = withContinuousObservation(options: [.didSet]) { event in
            _ = results.results.count
            if event.matches(\Item.name) || event.kind == .initial { item.count += 1 }
        }
    }
}
