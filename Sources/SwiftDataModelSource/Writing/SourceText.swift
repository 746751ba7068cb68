/// Lines of Swift source with their indentation, broken as `swift format` does by its default rules.
struct SourceText {
    private(set) var lines: [String] = []
    private var depth = 0

    private static let width = 120
    private static let step = 4

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// True if a line fits at the present depth.
    func fits(_ text: String) -> Bool { depth * Self.step + text.count <= Self.width }

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: " ", count: depth * Self.step) + text)
    }

    /// An empty line, unless there is one or a block has just begun.
    mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    /// Lines inside of braces.
    mutating func block(_ head: String, _ body: (inout SourceText) throws -> Void) rethrows {
        line(head + " {")
        try indented(body)
        line("}")
    }

    mutating func indented(_ body: (inout SourceText) throws -> Void) rethrows {
        depth += 1
        try body(&self)
        depth -= 1
    }

    /// A list between two pieces of text: in one line where it fits, else one item a line.
    mutating func list(_ start: String, _ items: [String], _ end: String) {
        let whole = start + items.joined(separator: ", ") + end
        // The text after a list in braces starts a body: the line is whole up to the brace.
        guard !fits(whole), !items.isEmpty else { return line(whole) }
        line(start)
        indented { text in
            for (index, item) in items.enumerated() { text.line(item + (index == items.count - 1 ? "" : ",")) }
        }
        line(end)
    }

    /// A comment, wrapped.
    mutating func comment(_ words: String, mark: String = "//") {
        var current = mark
        for word in words.split(separator: " ") {
            if current != mark, !fits(current + " " + word) {
                line(current)
                current = mark
            }
            current += " " + word
        }
        line(current)
    }

    /// An item of a list in a comment, wrapped below its text.
    mutating func commentItem(_ words: String) {
        var current = "// -"
        for word in words.split(separator: " ") {
            if !fits(current + " " + word) {
                line(current)
                current = "//  "
            }
            current += " " + word
        }
        line(current)
    }
}
