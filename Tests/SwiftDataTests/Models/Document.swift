import SwiftData

/// A model with a value in a file of its own.
@Model
final class Document {
    var name: String
    @Attribute(.externalStorage) var content: Data

    init(name: String, content: Data) {
        self.name = name
        self.content = content
    }
}
