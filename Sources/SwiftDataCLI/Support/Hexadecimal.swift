import Foundation

/// Bytes as text.
enum Hexadecimal {
    static func text(_ data: Data) -> String {
        let digits = Array("0123456789abcdef".unicodeScalars)
        var text = ""
        for byte in data {
            text.unicodeScalars.append(digits[Int(byte >> 4)])
            text.unicodeScalars.append(digits[Int(byte & 15)])
        }
        return text
    }

    /// Nil for text that is no row of pairs of hexadecimal digits.
    static func data(_ text: some StringProtocol) -> Data? {
        var data = Data()
        var high: Int?
        for character in text {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            if let first = high {
                data.append(UInt8(first << 4 | digit))
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? data : nil
    }
}
