/// The patterns of `like`, as SQL has them.
enum LikePattern {
    /// The regular expression of a pattern: `%` is any text, `_` any one character, and the case does not matter.
    static func regularExpression(_ pattern: String) -> String {
        var expression = "(?is)\\A"
        for character in pattern {
            switch character {
            case "%": expression += ".*"
            case "_": expression += "."
            case _ where signs.contains(character): expression += "\\" + String(character)
            default: expression.append(character)
            }
        }
        return expression + "\\z"
    }

    /// The signs that mean something in a regular expression.
    private static let signs: Set<Character> = [
        "\\", ".", "+", "*", "?", "(", ")", "[", "]", "{", "}", "^", "$", "|", "/", "#",
    ]
}
