// Models in other types, in extensions, in generic types and in functions.
import SwiftData

enum Namespace {
    enum Inner {
        @Model
        final class Note {
            enum Kind: String, Codable { case plain, rich }
            struct Style: Codable { var bold = false }

            var text: String
            var kind: Kind = .plain
            var style = Style()
            var owner: Namespace.Person?

            init(text: String) {
                self.text = text
            }
        }
    }

    @Model
    public final class Person {
        var name: String = ""
        @Relationship(inverse: \Inner.Note.owner) var notes: [Inner.Note] = []

        init() {}
    }
}

struct Box<Content: Codable & Sendable> {
    @Model
    final class Entry {
        var content: Content?
        var name: String

        init(content: Content?, name: String) {
            self.content = content
            self.name = name
        }
    }
}

extension Namespace.Inner {
    @Model
    final class Draft {
        var text = ""
        init() {}
    }
}

@Model
final class Typed<Value: Codable> {
    var value: Value
    var count = 0

    init(value: Value) {
        self.value = value
    }
}

protocol Feature {}

extension Feature {
    func entry() -> Box<Int>.Entry { Box<Int>.Entry(content: 1, name: "") }
}

func make() -> [any PersistentModel] {
    let note = Namespace.Inner.Note(text: "a")
    note.kind = .rich
    note.style.bold.toggle()
    return [note, Box<String>.Entry(content: nil, name: "b"), Typed(value: [1, 2]), Namespace.Inner.Draft()]
}
