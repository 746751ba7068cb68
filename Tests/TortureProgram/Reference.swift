import Foundation

/// The values that a script has saved, without any store.
struct Reference {
    struct Box {
        var number: Int
        var photo: Data?
        var items: [(name: String, rank: Int)] = []
        var labels: Set<String> = []
    }

    var boxes: [String: Box] = [:]
    var labels: Set<String> = []
    /// In the other store.
    var entries: [String: Data?] = [:]

    /// A text for each store.
    func states(_ storeCount: Int) -> [String] {
        var lines = boxes.map { code, box in
            Self.line(code, box.number, box.photo, box.items.map { ($0.name, $0.rank) }, Array(box.labels))
        }
        lines += labels.map { "label \($0)" }
        let others = entries.map { "entry \($0) \(digest($1))" }
        return [Self.text(lines), Self.text(others)].prefix(storeCount).map { $0 }
    }

    static func line(
        _ code: String,
        _ number: Int,
        _ photo: Data?,
        _ items: [(String, Int)],
        _ labels: [String]
    ) -> String {
        let items = items.map { "\($0):\($1)" }.joined(separator: ",")
        return "box \(code) \(number) \(digest(photo)) [\(items)] {\(labels.sorted().joined(separator: ","))}"
    }

    static func text(_ lines: [String]) -> String { lines.sorted().joined(separator: "\n") }
}
