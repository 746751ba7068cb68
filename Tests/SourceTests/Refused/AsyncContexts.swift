// Values leave the closures of `read` and `write`, models and contexts do not.
import SwiftData

@Model
final class Item {
    var name = ""
    init() {}
}

final class Box {
    var item: Item?
}

struct Named {
    var item: Item
}

func results(_ container: ModelContainer) async throws {
    _ = try await container.read { try $0.fetch(FetchDescriptor<Item>()).first! }  // expect-error: cannot be sent
    _ = try await container.read { try $0.fetch(FetchDescriptor<Item>()) }  // expect-error: cannot be sent
    _ = try await container.write { $0 }  // expect-error: A ModelContext belongs to one isolation
    _ = try await container.write { context in  // expect-error: 'Named' does not conform to the 'Sendable' protocol
        Named(item: Item())
    }
    _ = try await container.read { context in  // expect-error: does not conform to the 'Sendable' protocol
        { try context.save() }
    }
    _ = try await container.write { ObjectBox($0) }  // expect-error: A ModelContext belongs to one isolation
    _ = try await container.read { try $0.fetch(FetchDescriptor<Item>()).map(\.name) }
}

func captures(_ container: ModelContainer, _ item: Item, _ box: Box, _ context: ModelContext) async throws {
    var found: Item?
    try await container.read { inner in
        found = try inner.fetch(FetchDescriptor<Item>()).first  // expect-error: mutation of captured var 'found'
    }
    try await container.read { inner in
        box.item = try inner.fetch(FetchDescriptor<Item>()).first  // expect-error: capture of 'box'
    }
    try await container.write { _ in
        item.name = "x"  // expect-error: capture of 'item'
    }
    try await container.write { _ in
        context.rollback()  // expect-error: capture of 'context'
    }
    _ = found
}

func calls(_ container: ModelContainer) async throws {
    try await container.read { _ in  // expect-error: to parameter expecting synchronous function type
        try await container.read { _ in }
    }
}
