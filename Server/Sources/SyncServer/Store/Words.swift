import SwiftDataSync
import SwiftDataSyncCore

/// The forms of words in requests and of names that an administrator gives.
package enum Words {
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isWord(_ text: some StringProtocol, _ length: ClosedRange<Int>, _ others: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { isLetterOrDigit($0) || others.utf8.contains($0) }
    }

    /// True for the name of a zone.
    package static func isZone(_ text: some StringProtocol) -> Bool {
        isWord(text, 1...128, "._-") && text.utf8.first.map(isLetterOrDigit) == true
    }

    /// True for the name of a user.
    package static func isUser(_ text: some StringProtocol) -> Bool {
        isWord(text, 1...128, "._-@+") && text.utf8.first.map(isLetterOrDigit) == true
    }

    /// True for 64 hexadecimal digits of lower case.
    static func isHash(_ text: some StringProtocol) -> Bool { text.utf8.count == 64 && isHexadecimal(text) }

    private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A number in decimal digits.
    static func number(_ text: some StringProtocol) -> Int? {
        (1...19).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// The number of a device in 16 hexadecimal digits of lower case.
    static func device(_ text: some StringProtocol) -> DeviceNumber? {
        guard text.utf8.count == 16, isHexadecimal(text) else { return nil }
        return UInt64(text, radix: 16).map { DeviceNumber($0) }
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Hexadecimal digits of random bits, from the generator of the system, which is fit for secrets.
    static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return hexadecimal((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
