/// A word, a quoted text or a sign of a filter.
struct FilterToken: Equatable {
    enum Kind: Equatable {
        /// Letters, digits and the other characters of names, numbers and dates.
        case word(String)
        case quoted(String)
        /// A parenthesis, a comma or a comparison.
        case sign(String)
        case end
    }

    let kind: Kind
    /// The position, from 1, for messages.
    let position: Int

    /// The name of the token in a message.
    var text: String {
        switch kind {
        case .word(let text), .sign(let text): text
        case .quoted(let text): "\"\(text)\""
        case .end: "the end"
        }
    }

    /// - Throws: ``FilterFailure`` for a quote without an end and for signs that mean nothing.
    static func tokens(_ text: String) throws -> [FilterToken] {
        let characters = Array(text)
        var tokens: [FilterToken] = []
        var index = 0
        while index < characters.count {
            let character = characters[index]
            let start = index + 1
            if character.isWhitespace {
                index += 1
            } else if character == "\"" || character == "'" {
                tokens.append(FilterToken(kind: .quoted(try quoted(characters, &index)), position: start))
            } else if let sign = sign(characters, index) {
                index += sign.count
                tokens.append(FilterToken(kind: .sign(sign), position: start))
            } else if isPartOfWord(character) {
                var word = ""
                while index < characters.count, isPartOfWord(characters[index]) {
                    word.append(characters[index])
                    index += 1
                }
                tokens.append(FilterToken(kind: .word(word), position: start))
            } else {
                throw FilterFailure("\(character) is not valid here", position: start)
            }
        }
        return tokens + [FilterToken(kind: .end, position: characters.count + 1)]
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "._-:/+%".contains(character)
    }

    private static func sign(_ characters: [Character], _ index: Int) -> String? {
        let two = String(characters[index..<min(index + 2, characters.count)])
        if ["==", "!=", "<>", "<=", ">="].contains(two) { return two }
        return "()=<>,".contains(characters[index]) ? String(characters[index]) : nil
    }

    private static func quoted(_ characters: [Character], _ index: inout Int) throws -> String {
        let start = index
        let quote = characters[index]
        var text = ""
        index += 1
        while index < characters.count {
            let character = characters[index]
            index += 1
            if character == quote { return text }
            if character == "\\", index < characters.count {
                text.append(characters[index] == "n" ? "\n" : characters[index] == "t" ? "\t" : characters[index])
                index += 1
            } else {
                text.append(character)
            }
        }
        throw FilterFailure("the quoted text has no end", position: start + 1)
    }
}

/// The error of a filter, and its position.
struct FilterFailure: Error {
    let message: String
    let position: Int?

    init(_ message: String, position: Int? = nil) {
        self.message = message
        self.position = position
    }
}
