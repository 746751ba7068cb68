/// Finds the places of a statement at which a column is assigned, by reading the statement from its beginning.
///
/// There SQLite takes the name of a column alone (https://sqlite.org/lang_update.html, "column-name-list"): in `SET`, in
/// the list of columns of an `INSERT`, and in `ON CONFLICT`.
struct AssignedColumns {
    /// The token before each parenthesis that is open.
    private var openers: [String] = []
    /// The keyword that begins the part of the statement, outside of parentheses.
    private var clause = ""
    private var last = ""
    /// The token before the last one, which is the last one where that turns out to begin a comment.
    private var lastButOne = ""
    private var word = ""
    /// The end of the quotation or comment that is being read.
    private var ending: String?
    private var previous: Character?

    private static let clauses: Set<String> = [
        "SET", "WHERE", "FROM", "RETURNING", "VALUES", "SELECT", "INTO", "ON", "DEFAULT",
    ]
    /// Stands for the name of a table or column.
    private static let name = "name"

    /// Reads a part of the statement.
    mutating func read(_ text: String) {
        for character in text { read(character) }
        endWord()
    }

    /// Reads a name or a value that the program has not written as text.
    mutating func readName() {
        if ending == nil { last = Self.name }
    }

    /// True if a column that stands here is assigned.
    var isAssigned: Bool {
        guard ending == nil else { return false }
        guard let opener = openers.last else { return clause == "SET" && (last == "SET" || last == ",") }
        guard openers.count == 1, last == "(" || last == "," else { return false }
        return switch clause {
        case "SET": opener == "SET" || opener == ","
        case "INTO": opener == Self.name
        case "ON": opener == "CONFLICT"
        default: false
        }
    }

    private mutating func read(_ character: Character) {
        defer { previous = character }
        if let ending {
            let isEnd =
                ending.count == 1 ? ending == String(character) : ending == String([previous ?? " ", character])
            if isEnd {
                self.ending = nil
                previous = nil
            }
            return
        }
        if character.isLetter || character.isNumber || character == "_" {
            word.append(character)
            return
        }
        endWord()
        switch (previous, character) {
        case ("-", "-"):
            ending = "\n"
            return last = lastButOne
        case ("/", "*"):
            ending = "*/"
            return last = lastButOne
        case (_, "'"), (_, "\""), (_, "`"): ending = String(character)
        case (_, "["): ending = "]"
        default: break
        }
        switch character {
        case "(":
            openers.append(last)
            last = "("
        case ")":
            _ = openers.popLast()
            last = ")"
        case "\"", "`", "[": last = Self.name
        case _ where character.isWhitespace: break
        default:
            lastButOne = last
            last = String(character)
        }
    }

    private mutating func endWord() {
        guard !word.isEmpty else { return }
        let keyword = word.uppercased()
        word = ""
        let isKnown = Self.clauses.contains(keyword) || keyword == "CONFLICT"
        last = isKnown ? keyword : Self.name
        if openers.isEmpty, Self.clauses.contains(keyword) { clause = keyword }
    }
}
