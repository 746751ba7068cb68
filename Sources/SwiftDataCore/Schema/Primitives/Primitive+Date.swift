import Foundation

extension Primitive {
    static let date = Primitive(
        .date,
        Names("date", form: "date", types: ["Date"], module: "Foundation", noun: "date", article: "a date"),
        order: .floating,
        Functions<Date>(
            text: { "\($0.timeIntervalSinceReferenceDate)" },
            parse: { Double($0).map { Date(timeIntervalSinceReferenceDate: $0) } },
            literal: { date, context in literal(date, context) }
        ).with {
            $0.json = { JSONText.date($0) }
            $0.exactText = { "\($0.timeIntervalSinceReferenceDate.bitPattern)" }
            $0.parseExact = { text in
                UInt64(text).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
            }
            $0.brief = { $0.formatted(.iso8601) }
            $0.isNaN = { $0.timeIntervalSinceReferenceDate.isNaN }
            $0.isSame = {
                $0.timeIntervalSinceReferenceDate.bitPattern == $1.timeIntervalSinceReferenceDate.bitPattern
            }
            $0.less = { $0 < $1 }
            // By its bits, so that NaN and infinities survive JSON.
            $0.encode = { date, fields, key in
                try fields.encode(date.timeIntervalSinceReferenceDate.bitPattern, forKey: key)
            }
            $0.decode = { fields, key in
                Date(timeIntervalSinceReferenceDate: Double(bitPattern: try fields.decode(UInt64.self, forKey: key)))
            }
        }
    )

    /// A time with a fraction of a second in a store is when SwiftData evaluated `Date()`.
    private static func literal(_ date: Date, _ context: LiteralContext) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let type = context.type("Date")
        if context.isFromStore, seconds.rounded() != seconds { return "\(type)()" }
        return "\(type)(timeIntervalSinceReferenceDate: \(seconds))"
    }
}
