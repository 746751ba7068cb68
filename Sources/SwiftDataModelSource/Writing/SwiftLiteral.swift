import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Default values as Swift expressions.
struct SwiftLiteral {
    let types: SwiftTypes
    /// True if the defaults were evaluated when SwiftData made the store.
    let isFromStore: Bool

    /// An expression for a value in one column; nil where there is none.
    func plain(_ value: StoredValue, _ kind: AttributeKind, isOptional: Bool) -> String? {
        switch (kind, value) {
        case (.boolean, .integer(let number)): return number != 0 ? "true" : "false"
        case (.integer, .integer(let number)): return "\(number)"
        case (.float, .double(let number)), (.double, .double(let number)): return floating(number)
        case (.decimal, .decimal(let number)): return decimal(number)
        case (.string, .string(let text)): return Self.string(text)
        case (.date, .date(let date)): return self.date(date)
        // The same identifier in every object is of no use: the model keeps what the expression gave once.
        case (.uuid, .uuid): return "\(types.named("UUID"))()"
        case (.url, .url(let url)):
            return "\(types.named("URL"))(string: \(Self.string(url.absoluteString)))" + (isOptional ? "" : "!")
        case (.data, .data(let data)): return self.data(data, isOptional: isOptional)
        default: return nil
        }
    }

    private func floating(_ number: Double) -> String? {
        if number.isNaN { return ".nan" }
        if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
        return "\(number)"
    }

    /// A literal with a fraction would go through a binary number.
    private func decimal(_ number: Decimal) -> String? {
        guard !number.isNaN else { return ".nan" }
        let text = "\(number)"
        if let whole = Int64(text) { return "\(whole)" }
        let digits = text.filter(\.isNumber)
        let fraction = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        let type = types.named("Decimal")
        guard let significand = Int64(digits) else {
            return "\(type)(string: \(Self.string(text))) ?? 0"
        }
        let sign = number.isSignMinus ? ".minus" : ".plus"
        return "\(type)(sign: \(sign), exponent: \(-fraction), significand: \(significand))"
    }

    /// A time with a fraction of a second in a store is when SwiftData evaluated `Date()`.
    private func date(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let type = types.named("Date")
        if isFromStore, seconds.rounded() != seconds { return "\(type)()" }
        return "\(type)(timeIntervalSinceReferenceDate: \(seconds))"
    }

    private func data(_ data: Data, isOptional: Bool) -> String {
        let type = types.named("Data")
        if data.isEmpty { return "\(type)()" }
        if let text = String(data: data, encoding: .utf8), text.allSatisfy({ $0.isASCII && !$0.isNewline }) {
            return "\(type)(\(Self.string(text)).utf8)"
        }
        let literal = Self.string(data.base64EncodedString())
        return "\(type)(base64Encoded: \(literal))" + (isOptional ? "" : " ?? \(type)()")
    }

    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
