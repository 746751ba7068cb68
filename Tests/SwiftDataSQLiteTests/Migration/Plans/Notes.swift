import Foundation
import SwiftData

/// Notes whose text has the tags inside.
enum NotesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var text: String
        @Attribute(.externalStorage) var scan: Data?

        init(text: String, scan: Data? = nil) {
            self.text = text
            self.scan = scan
        }
    }
}

/// Tags are models; no text is there twice.
enum NotesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }

    @Model final class Note {
        @Attribute(.unique) var text: String
        @Attribute(.externalStorage) var scan: Data?
        @Relationship(inverse: \Tag.notes) var tags: [Tag] = []

        init(text: String) { self.text = text }
    }

    @Model final class Tag {
        var name: String
        var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

/// Adds the length of the text.
enum NotesV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Tag.self] }

    @Model final class Note {
        @Attribute(.unique) var text: String
        var length: Int = 0
        @Attribute(.externalStorage) var scan: Data?
        @Relationship(inverse: \Tag.notes) var tags: [Tag] = []

        init(text: String) { self.text = text }
    }

    @Model final class Tag {
        var name: String
        var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

enum NotesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
    static var stages: [MigrationStage] { [tags, lengths] }

    /// Removes what is there twice, then makes models of the tags, which it reads from the notes as they were.
    static let tags = MigrationStage.custom(
        fromVersion: NotesV1.self,
        toVersion: NotesV2.self,
        willMigrate: { context in
            var texts: Set<String> = []
            for note in try context.fetch(FetchDescriptor<NotesV1.Note>(sortBy: [SortDescriptor(\.text)])) {
                if !texts.insert(note.text).inserted {
                    context.delete(note)
                } else {
                    note.text = note.text.split(separator: " ").filter { !$0.hasPrefix("#") }.joined(separator: " ")
                }
            }
            try context.save()
        },
        didMigrate: { context in
            guard let past = context.contextBeforeMigration else { throw CocoaError(.featureUnsupported) }
            let before = Dictionary(
                uniqueKeysWithValues: try past.fetch(FetchDescriptor<NotesV1.Note>()).map { ($0.persistentModelID, $0) }
            )
            var tags: [Substring: NotesV2.Tag] = [:]
            for note in try context.fetch(FetchDescriptor<NotesV2.Note>(sortBy: [SortDescriptor(\.text)])) {
                let text = before[note.persistentModelID]?.text ?? ""
                for name in text.split(separator: " ") where name.hasPrefix("#") {
                    let tag = tags[name] ?? NotesV2.Tag(name: String(name.dropFirst()))
                    if tags.updateValue(tag, forKey: name) == nil { context.insert(tag) }
                    note.tags.append(tag)
                }
            }
            // Left unsaved on purpose: the stage saves it.
        }
    )

    static let lengths = MigrationStage.custom(
        fromVersion: NotesV2.self,
        toVersion: NotesV3.self,
        willMigrate: nil,
        didMigrate: { context in
            for note in try context.fetch(FetchDescriptor<NotesV3.Note>()) { note.length = note.text.count }
            try context.save()
        }
    )
}

enum Notes {
    static let scan = Data(repeating: 7, count: 200_000)

    static func fill(_ context: ModelContext) throws {
        for text in ["buy milk #home", "buy milk #home", "call Anna #work #home", "sleep"] {
            context.insert(NotesV1.Note(text: text))
        }
        context.insert(NotesV1.Note(text: "contract #work", scan: scan))
        try context.save()
    }

    static let tags = ["buy milk": ["home"], "call Anna": ["home", "work"], "contract": ["work"], "sleep": []]

    static func tags(_ context: ModelContext) throws -> [String: [String]] {
        let notes = try context.fetch(FetchDescriptor<NotesV3.Note>())
        return Dictionary(uniqueKeysWithValues: notes.map { ($0.text, $0.tags.map(\.name).sorted()) })
    }
}
