// What the checker of isolated regions finds, after the types are right.
import SwiftData

@Model
final class Item {
    var name = ""
    init() {}
}

@ModelActor
actor Worker {
    func take(_ item: Item) { item.name = "x" }
    func first() throws -> Item? { try modelContext.fetch(FetchDescriptor<Item>()).first }
}

@MainActor
func cross(_ item: Item, _ context: ModelContext, _ worker: Worker) async throws {
    await worker.take(item)  // expect-error: sending 'item' risks causing data races
    Task.detached {  // expect-error: risks causing data races
        try context.save()
    }
}
