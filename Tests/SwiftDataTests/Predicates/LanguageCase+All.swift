import SwiftData

enum Bounds {
    static let lower = 1
}

/// Each form of the language, beside the same text as a plain closure.
extension LanguageCase {
    static var all: [LanguageCase] { conditions + optionals + literals + ranges + collections + textual }

    static let limit = 4
    static let day = Date(timeIntervalSinceReferenceDate: 5 * 86_400)
    static let text = "note"
    static let list = ["Alpha", "Zebra"]
    static let table = ["Alpha": 1, "Zebra": 2]
    static let range = 1...4
    static let names: [String]? = ["Alpha", "Café"]
    static let none: String? = nil
    static let someNote: String? = "note 4"
}
