import SwiftData

/// A journal of two kinds of things that refer to each other.
@Model
public final class Journal {
    @Attribute(.unique) public var title: String
    @Relationship(deleteRule: .cascade, inverse: \Entry.journal)
    public var entries: [Entry] = []

    public init(title: String) {
        self.title = title
    }
}

@Model
public final class Entry {
    public var number: Int
    public var text: String
    public var written: Date
    public var weight: Double
    public var mark: Mark
    public var journal: Journal?
    /// The entry that this one answers.
    public var answered: Entry?
    @Relationship(inverse: \Entry.answered)
    public var answers: [Entry] = []

    public init(
        _ number: Int,
        text: String = "",
        written: Date = Date(timeIntervalSince1970: 1_777_636_800),
        weight: Double = 1,
        mark: Mark = Mark()
    ) {
        self.number = number
        self.text = text
        self.written = written
        self.weight = weight
        self.mark = mark
    }
}

/// A value within a value.
public struct Mark: Codable, Equatable, Sendable {
    public var name: String
    public var since: Date?

    public init(name: String = "none", since: Date? = nil) {
        self.name = name
        self.since = since
    }
}
