package import Foundation

/// JSON as text, put together piece by piece: numbers keep all their digits, members their order.
package enum JSONText {
    package static func string(_ text: String) -> String {
        // Most texts have nothing to escape.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// JSON has no word for NaN or for infinite numbers: these are text.
    package static func number(_ value: Double) -> String {
        value.isFinite ? "\(value)" : string("\(value)")
    }

    package static func object(_ members: [(name: String, value: String)]) -> String {
        "{" + members.map { string($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
    }

    package static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    /// A date as ISO 8601 has it, with every digit that the number has.
    package static func date(_ date: Date) -> String {
        let interval = date.timeIntervalSinceReferenceDate
        // Years of more than four digits are none of ISO 8601's.
        guard abs(interval) < 200_000_000_000 else { return number(interval) }
        let whole = interval.rounded(.down)
        let second = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
        let fraction = plain(interval - whole).dropFirst()
        guard interval != whole, fraction.first == "." else { return string(second) }
        // The fraction of the sum has fewer digits than that of the difference.
        let digits = interval > 0 ? plain(interval).drop { $0 != "." } : fraction
        return string(second.dropLast() + digits + "Z")
    }

    /// A number that is not negative, without the power of ten that Swift writes small ones with.
    private static func plain(_ value: Double) -> String {
        let parts = "\(value)".split(separator: "e")
        guard parts.count == 2, let power = Int(parts[1]), (-400..<0).contains(power) else { return "\(value)" }
        var digits = parts[0].filter { $0 != "." }
        if digits.count == 2, digits.last == "0" { digits.removeLast() }
        return "0." + String(repeating: "0", count: -power - 1) + digits
    }
}
