// As new projects are set up: everything is on the main actor unless it says otherwise.
// compile-with: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
import SwiftData

@Model
final class Note {
    #Index<Note>([\.text])
    var text: String
    @Attribute(.unique) var number: Int
    @Relationship(deleteRule: .cascade, inverse: \Line.note) var lines: [Line] = []
    var isPinned = false { didSet { changes += 1 } }
    private(set) var changes = 0

    init(text: String, number: Int) {
        self.text = text
        self.number = number
    }
}

@Model
final class Line {
    var text: String
    var note: Note?
    init(text: String) { self.text = text }
}

@Observable
final class Notes {
    let container: ModelContainer
    var notes: [Note] = []

    init() throws {
        container = try ModelContainer(
            for: Note.self,
            Line.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    func add(_ text: String) throws {
        let note = Note(text: text, number: notes.count)
        note.lines.append(Line(text: text))
        container.mainContext.insert(note)
        try container.mainContext.save()
        notes = try container.mainContext.fetch(
            FetchDescriptor<Note>(predicate: #Predicate { !$0.isPinned }, sortBy: [SortDescriptor(\.number)])
        )
    }
}

@ModelActor
actor Background {
    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Note>()) }
}
