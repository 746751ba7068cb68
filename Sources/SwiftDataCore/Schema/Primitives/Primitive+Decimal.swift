package import Foundation

extension Primitive {
    static let decimal = Primitive(
        .decimal,
        Names(
            "decimal",
            form: "decimal",
            types: ["Decimal"],
            module: "Foundation",
            noun: "decimal number",
            article: "a decimal",
            wanted: "a decimal number"
        ),
        order: .byKey,
        Functions<Decimal>(
            text: { $0.isNaN ? "nan" : "\($0)" },
            parse: { Decimal(whole: $0) },
            literal: { value, context in literal(value, context) }
        ).with {
            $0.json = { $0.isNaN ? JSONText.string("nan") : "\($0)" }
            $0.exactText = { $0.description }
            $0.parseExact = { text in
                text == Decimal.nan.description
                    ? .nan : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            }
            $0.converted = { converted($0) }
            $0.isNaN = { $0.isNaN }
            $0.notANumber = .nan
            $0.isSame = { $0 == $1 || ($0.isNaN && $1.isNaN) }
            $0.less = { $0 < $1 }
            $0.encode = { value, fields, key in try fields.encode("\(value)", forKey: key) }
            $0.decode = { fields, key in try decode(fields, key) }
        }
    )

    private static func converted(_ value: StoredValue) -> Decimal? {
        switch value {
        case .integer(let number): Decimal(number)
        case .double(let number) where number.isFinite:
            Decimal(string: "\(number)", locale: Locale(identifier: "en_US_POSIX"))
        default: Decimal(_stored: value)
        }
    }

    private static func decode(_ fields: KeyedDecodingContainer<Key>, _ key: Key) throws -> Decimal {
        let text = try fields.decode(String.self, forKey: key)
        if text == "NaN" { return .nan }
        guard let value = Decimal(string: text), "\(value)" == text else {
            throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "No decimal number.")
        }
        return value
    }

    /// A literal with a fraction would go through a binary number.
    private static func literal(_ number: Decimal, _ context: LiteralContext) -> String {
        guard !number.isNaN else { return ".nan" }
        let text = "\(number)"
        if let whole = Int64(text) { return "\(whole)" }
        let digits = text.filter(\.isNumber)
        let fraction = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        let type = context.type("Decimal")
        guard let significand = Int64(digits) else {
            return "\(type)(string: \(LiteralContext.string(text))) ?? 0"
        }
        let sign = number.isSignMinus ? ".minus" : ".plus"
        return "\(type)(sign: \(sign), exponent: \(-fraction), significand: \(significand))"
    }
}

extension Decimal {
    /// `Decimal(string:)` parses the beginning of a text as far as it can; this parses all of it or nothing.
    package init?(whole text: String) {
        guard Double(text) != nil, text.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"xXpPnNiI".contains($0) }),
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = value
    }
}
