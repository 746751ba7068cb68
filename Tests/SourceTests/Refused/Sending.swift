// Models and contexts stay in their isolation.
import SwiftData

@Model
final class Item {
    var name = ""
    init() {}
}

func requiresSendable<T: Sendable>(_ value: T) {}

func check(_ item: Item, _ context: ModelContext, _ container: ModelContainer) {
    requiresSendable(item)  // expect-error: cannot be sent: send the 'persistentModelID' instead
    requiresSendable(context)  // expect-error: A ModelContext belongs to one isolation. Use a ModelActor.
    requiresSendable(container)
    requiresSendable(item.persistentModelID)
    requiresSendable(FetchDescriptor<Item>())
    requiresSendable(ModelConfiguration())
}

struct Box: Sendable {
    var item: Item  // expect-error: has non-Sendable type 'Item'
}
