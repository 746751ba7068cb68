/// The test that all phrases of a search are found in a group of strings, each in one of them.
///
/// The words are compared without case, accents and width. A string that is nil has no words. A search without words finds
/// nothing.
public struct QuerySearch: Sendable {
    /// The strings that are searched.
    public let texts: [QueryNode]
    /// The text to search for, as the user has written it.
    public let text: String
    /// True if the last word of each phrase is the beginning of one.
    public let matchesPrefixes: Bool
    /// The phrases of the text.
    package let query: SearchQuery

    /// Describes a search.
    public init(_ text: String, in texts: [QueryNode], matchesPrefixes: Bool) {
        self.texts = texts
        self.text = text
        self.matchesPrefixes = matchesPrefixes
        query = SearchQuery(text, matchesPrefixes: matchesPrefixes)
    }

    /// - Throws: ``SwiftDataError`` with code `unsupportedPredicate` where there is nothing to search.
    package func checkTexts() throws {
        guard texts.isEmpty else { return }
        throw SwiftDataError(
            .unsupportedPredicate,
            "The predicate searches a class without texts. Mark attributes of type String with @Attribute(.spotlight)."
        )
    }
}

extension QueryNode {
    /// - Throws: ``SwiftDataError`` with code `unsupportedPredicate` for a search where there is nothing to search.
    package func checkSearches() throws {
        if case .text(.search(let search)) = self { try search.checkTexts() }
        for child in children { try child.checkSearches() }
    }
}

extension QuerySearch: Codable {
    private enum CodingKeys: String, CodingKey {
        case texts, text, matchesPrefixes
    }

    /// Reads a search.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try fields.decode(String.self, forKey: .text),
            in: try fields.decode([QueryNode].self, forKey: .texts),
            matchesPrefixes: try fields.decode(Bool.self, forKey: .matchesPrefixes)
        )
    }
}
