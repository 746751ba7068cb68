extension Primitive {
    static let duration = Primitive(
        .duration,
        Names(
            "duration",
            form: "duration",
            types: ["Duration"],
            module: "Swift",
            noun: "duration",
            article: "a duration",
            wanted: "a number of seconds, such as 1.5"
        ),
        order: .natural,
        Functions<Duration>(
            text: { seconds(of: $0) },
            parse: { duration(ofSeconds: $0) },
            literal: { duration, context in literal(duration, context) }
        ).with {
            $0.json = { seconds(of: $0) }
            $0.less = { $0 < $1 }
        }
    )

    private static let digitsOfSecond = 18
    private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

    /// The seconds with all digits of their fraction, which no `Double` has.
    private static func seconds(of duration: Duration) -> String {
        let parts = duration.attoseconds.magnitude.quotientAndRemainder(
            dividingBy: attosecondsPerSecond.magnitude
        )
        let sign = duration < .zero ? "-" : ""
        guard parts.remainder > 0 else { return "\(sign)\(parts.quotient)" }
        var fraction = "\(parts.remainder)"
        fraction = String(repeating: "0", count: digitsOfSecond - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(parts.quotient).\(fraction)"
    }

    private static func duration(ofSeconds text: String) -> Duration? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let parts = text.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2,
            parts.allSatisfy({ part in !part.isEmpty && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.count <= digitsOfSecond else { return nil }
        let zeros = String(repeating: "0", count: digitsOfSecond - fraction.count)
        return Int128(sign + whole + fraction + zeros).map { Duration(attoseconds: $0) }
    }

    private static func literal(_ duration: Duration, _ context: LiteralContext) -> String {
        let type = context.type("Duration")
        let parts = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsPerSecond)
        if parts.remainder == 0, let seconds = Int64(exactly: parts.quotient) { return "\(type).seconds(\(seconds))" }
        return "\(type)(attoseconds: \(duration.attoseconds))"
    }
}

extension Duration: PrimitiveValue {
    package static var primitive: Primitive { .duration }
}

extension Duration: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .duration(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .duration(let duration) = value else { return nil }
        self = duration
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Duration { .zero }
}
