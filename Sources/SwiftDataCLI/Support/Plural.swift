/// A number of things, in words.
enum Plural {
    static func text(_ count: Int64, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func text(_ count: Int, _ noun: String) -> String { text(Int64(count), noun) }
}
