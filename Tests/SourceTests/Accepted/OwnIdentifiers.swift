import SwiftData

// Models with an `id` of their own have the identifier of `PersistentModel` as well, by the type that is expected.

@Model
final class Ticket {
    var id: String
    var seat = 0
    init(id: String) { self.id = id }
}

@Model
final class Guest {
    @Attribute(.unique) var id: UUID = UUID()
    init() {}
}

@Model
final class Hall {
    var name = ""
    init() {}
}

func take(_ identifier: PersistentIdentifier) {}
func take(text: String) {}

func overloads(_ ticket: Ticket, _ guest: Guest, _ hall: Hall) {
    take(ticket.id)
    take(guest.id)
    take(hall.id)
    take(text: ticket.id)
    let own = ticket.id
    take(text: own)
    let identifier: PersistentIdentifier = guest.id
    take(identifier)
    let plain = hall.id
    take(plain)
    let identifiers: [PersistentIdentifier] = [ticket].map(\.id)
    let texts: [String] = [ticket].map(\.id)
    print(identifiers, texts.joined(), [ticket].map { $0.id }.joined(), ticket.id == own)
}

func inPredicates(text: String, identifier: PersistentIdentifier) {
    _ = #Predicate<Ticket> { $0.id == text }
    _ = #Predicate<Ticket> { $0.id == text && $0.persistentModelID == identifier }
    _ = #Predicate<Hall> { $0.id == identifier }
    _ = FetchDescriptor<Ticket>(sortBy: [SortDescriptor(\.id)])
}

func generic<Model: PersistentModel>(_ model: Model) -> Model.ID { model.id }
func identified<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
func erased(_ model: any PersistentModel) -> PersistentIdentifier { model.id }
func narrowed<Model: PersistentModel>(_ model: Model) -> PersistentIdentifier { model.id }
func constrained<Model: PersistentModel>(_ model: Model) -> String where Model.ID == String { model.id }

func identities(_ ticket: Ticket, _ hall: Hall) {
    let text: String = identified(ticket)
    let identifier: PersistentIdentifier = identified(hall)
    take(text: text + generic(ticket) + constrained(ticket))
    take(identifier)
    take(generic(hall))
    take(erased(ticket))
    take(narrowed(ticket))
}

// MARK: - Other spellings of Apple's

func author(_ context: ModelContext) {
    context.editingState.author = "me"
    print(context.author ?? "", context.editingState.id, context.debugDescription)
}

func folders() throws -> ModelConfiguration {
    let others: [URL] = [
        .documentsDirectory, .cachesDirectory, .libraryDirectory, .downloadsDirectory, .desktopDirectory,
        .moviesDirectory, .musicDirectory, .picturesDirectory, .sharedPublicDirectory, .trashDirectory,
        .homeDirectory, .temporaryDirectory,
    ]
    print(others)
    let folder = URL.applicationSupportDirectory
    return ModelConfiguration(url: folder.appending(path: "Trips.store"))
}
