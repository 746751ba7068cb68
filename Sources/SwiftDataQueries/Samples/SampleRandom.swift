public import Foundation

/// A source of random values that are the same for one seed in every process, on every platform and in every version.
///
/// The numbers come from SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014;
/// https://prng.di.unimi.it/splitmix64.c). The values are made of them by this library, since the standard library does
/// not promise how `random(in:using:)` and `shuffled(using:)` use a generator. They are no secrets.
public struct SampleRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins the values of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number below a limit, each with the same probability; 0 for a limit of 0.
    ///
    /// The high half of a product, with the rejection of Lemire, "Fast random integer generation in an interval", 2019.
    private mutating func below(_ limit: UInt64) -> UInt64 {
        guard limit > 0 else { return 0 }
        let rejected = (0 &- limit) % limit
        while true {
            let product = next().multipliedFullWidth(by: limit)
            if product.low >= rejected { return product.high }
        }
    }

    /// A whole number of a range.
    public mutating func int(_ range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound)) &- UInt64(bitPattern: Int64(range.lowerBound))
        let offset = width == .max ? next() : below(width + 1)
        return Int(Int64(bitPattern: UInt64(bitPattern: Int64(range.lowerBound)) &+ offset))
    }

    /// A number from 0 up to 1, without 1: the upper 53 bits.
    public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number of a range.
    public mutating func double(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    /// True with a probability.
    public mutating func bool(_ probability: Double = 0.5) -> Bool { fraction() < probability }

    /// A decimal number of a range of whole ones, with a number of digits behind the point.
    public mutating func decimal(_ range: ClosedRange<Int>, digits: Int = 2) -> Decimal {
        let digits = min(max(digits, 0), 9)
        let factor = (0..<digits).reduce(1) { factor, _ in factor * 10 }
        let (lower, over) = range.lowerBound.multipliedReportingOverflow(by: factor)
        let (upper, above) = range.upperBound.multipliedReportingOverflow(by: factor)
        guard !over, !above else { return Decimal(int(range)) }
        let number = int(lower...upper)
        return Decimal(
            sign: number < 0 ? .minus : .plus,
            exponent: -digits,
            significand: Decimal(number.magnitude)
        )
    }

    /// A whole second of a range.
    public mutating func date(_ range: ClosedRange<Date>) -> Date {
        let start = range.lowerBound.timeIntervalSinceReferenceDate
        let seconds = Int(max(0, min(range.upperBound.timeIntervalSinceReferenceDate - start, 1e15)))
        return Date(timeIntervalSinceReferenceDate: start + Double(int(0...seconds)))
    }

    /// A UUID of version 4.
    public mutating func uuid() -> UUID {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let number = next()
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// An element of a collection; nil of an empty one.
    public mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: int(0...elements.count - 1))]
    }

    /// Several elements of an array, none twice, in random order.
    public mutating func elements<Element>(of elements: [Element], count: Int) -> [Element] {
        let count = min(max(count, 0), elements.count)
        var places = Array(elements.indices)
        for place in 0..<count { places.swapAt(place, int(place...places.count - 1)) }
        return places.prefix(count).map { elements[$0] }
    }

    /// The name of a person, of a list of this library.
    public mutating func name() -> String {
        "\(element(of: SampleWords.first) ?? "") \(element(of: SampleWords.last) ?? "")"
    }

    /// Words of a list of this library, separated by spaces.
    public mutating func words(_ count: Int) -> String {
        (0..<max(count, 0)).map { _ in element(of: SampleWords.words) ?? "" }.joined(separator: " ")
    }
}

/// The words of sample texts. A change of a list changes the samples of programs.
enum SampleWords {
    static let first = [
        "Ada", "Amina", "Anna", "Aylin", "Björn", "Chen", "Clara", "Daniel", "Emil", "Fatima", "Grace", "Hana", "Ivan",
        "José", "Kenji", "Lena", "Mateo", "Nora", "Omar", "Priya", "Rosa", "Søren", "Tomás", "Uma", "Vera", "Yusuf",
    ]
    static let last = [
        "Adeyemi", "Bauer", "Costa", "Dubois", "Eriksson", "Fischer", "García", "Hughes", "Ito", "Jensen", "Kowalski",
        "López", "Müller", "Nguyen", "Okafor", "Patel", "Quinn", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Weber",
    ]
    static let words = [
        "amber", "anchor", "basket", "birch", "bridge", "candle", "cedar", "cloud", "copper", "coral", "cotton",
        "delta",
        "ember", "falcon", "field", "garden", "glass", "harbor", "hazel", "island", "ivory", "jasmine", "juniper",
        "lantern",
        "lemon", "linen", "maple", "meadow", "mirror", "moss", "north", "ocean", "olive", "orchard", "paper", "pearl",
        "pepper", "quartz", "quiet", "river", "saffron", "shadow", "silver", "stone", "summer", "thistle", "timber",
        "tulip",
        "valley", "velvet", "violet", "walnut", "willow", "winter",
    ]
}
