// Models in a generic context: each argument makes another class.
public import SwiftData

public enum Box<Content: Codable & Sendable> {
    @Model
    public final class Entry {
        public var content: Content
        public var label: String = "none"

        public init(content: Content) {
            self.content = content
        }
    }
}
