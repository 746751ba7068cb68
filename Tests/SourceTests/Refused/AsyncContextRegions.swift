// What the checker of isolated regions finds of models that leave the closures of `read` and `write`.
import SwiftData
import Synchronization

@Model
final class Item {
    var name = ""
    init() {}
}

final class SharedBox: Sendable {
    let item = Mutex<Item?>(nil)
}

@MainActor
final class Screen {
    var item: Item?
    func show(_ item: Item?) { self.item = item }
}

func leave(_ container: ModelContainer, _ box: SharedBox, _ screen: Screen) async throws {
    try await container.read { context in
        let item = try context.fetch(FetchDescriptor<Item>()).first
        box.item.withLock { $0 = item }  // expect-error: cannot be task-isolated at end of function
    }
    try await container.read { context -> Void in
        Task { context.rollback() }  // expect-error: risks causing data races
    }
    try await container.read { context in
        let item = try context.fetch(FetchDescriptor<Item>()).first
        Task { @MainActor in screen.show(item) }  // expect-error: risks causing data races
    }
}
