import Foundation

/// A page that stays current: what it shows is said by its address, and by nothing else.
package enum Page: Hashable, Sendable {
    case list(ListQuery)
    /// A trip, by the last part of its identifier.
    case trip(Slug)
    /// The changes of everybody, or of one person.
    case changes(author: String?)
    /// The places that a search finds.
    case places(search: String)

    /// Reads the path and the parameters of an address; nil where there is no such page.
    package init?(path: String, parameters: [String: String]) {
        let parts = path.split(separator: "/").map(String.init)
        switch (parts.first, parts.count) {
        case (nil, _): self = .list(ListQuery(parameters))
        case ("trips", 2):
            guard let slug = Slug(parts[1]) else { return nil }
            self = .trip(slug)
        case ("changes", 1): self = .changes(author: parameters["author"].flatMap { $0.isEmpty ? nil : $0 })
        case ("places", 1):
            let search = (parameters["q"] ?? "").trimmingCharacters(in: .whitespaces)
            self = .places(search: search.shortened(to: ListQuery.longestSearch))
        default: return nil
        }
    }

    /// Reads an address such as a form sends it back; nil where there is no such page.
    package init?(address: String) {
        guard let parts = URLComponents(string: address), parts.host == nil, parts.scheme == nil else { return nil }
        let items = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        self.init(path: parts.path, parameters: Dictionary(items, uniquingKeysWith: { first, _ in first }))
    }

    /// The address, from its first slash on.
    package var address: String {
        switch self {
        case .list(let query): Self.address("/", query.parameters)
        case .trip(let slug): "/trips/\(slug)"
        case .changes(let author): Self.address("/changes", author.map { [("author", $0)] } ?? [])
        case .places(let search): Self.address("/places", search.isEmpty ? [] : [("q", search)])
        }
    }

    private static func address(_ path: String, _ parameters: [(name: String, value: String)]) -> String {
        guard !parameters.isEmpty else { return path }
        return path + "?" + parameters.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// A text as the value of a parameter.
    package static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

extension String {
    /// The beginning of the text, with so many UTF-16 code units at most and whole characters.
    package func shortened(to limit: Int) -> String {
        guard utf16.count > limit else { return self }
        var (end, count) = (startIndex, 0)
        while end < endIndex {
            count += self[end].utf16.count
            guard count <= limit else { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
