/// A latitude and a longitude in degrees, read from ISO 6709 text.
public struct Coordinates: Equatable {
    /// The latitude, positive in the north.
    public var latitude: Double
    /// The longitude, positive in the east.
    public var longitude: Double

    /// Coordinates of two angles in degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `±DDMM±DDDMM` or `±DDMMSS±DDDMMSS`; nil for anything else, and for angles that do not exist.
    public init?(iso6709 text: some StringProtocol) {
        let characters = Array(text.utf8)
        guard characters.count == 11 || characters.count == 15 else { return nil }
        let split = characters.count == 11 ? 5 : 7
        guard
            let latitude = Self.angle(characters[..<split], degreeDigits: 2, limit: 90),
            let longitude = Self.angle(characters[split...], degreeDigits: 3, limit: 180)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    private static func angle(_ text: ArraySlice<UInt8>, degreeDigits: Int, limit: Double) -> Double? {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = text.dropFirst().map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let degrees = digits.prefix(degreeDigits).reduce(0) { $0 * 10 + $1 }
        let minutes = digits.dropFirst(degreeDigits).prefix(2).reduce(0) { $0 * 10 + $1 }
        let seconds = digits.dropFirst(degreeDigits + 2).reduce(0) { $0 * 10 + $1 }
        guard minutes < 60, seconds < 60 else { return nil }
        let angle = Double(degrees) + Double(minutes) / 60 + Double(seconds) / 3600
        guard angle <= limit else { return nil }
        return sign == UInt8(ascii: "-") ? -angle : angle
    }
}
