#if PostgreSQL
import Foundation
import SwiftData

@Model final class Basket {
    #Index<Basket>([\.texts], [\.numbers])

    var name: String
    var truths: [Bool] = []
    var bytes: [UInt8] = []
    var shorts: [Int16] = []
    var middles: [Int32] = []
    var numbers: [Int] = []
    var unsigned: [UInt64] = []
    var singles: [Float] = []
    var doubles: [Double] = []
    var decimals: [Decimal] = []
    var texts: [String] = []
    var dates: [Date] = []
    var uuids: [UUID] = []
    var urls: [URL] = []
    var blobs: [Data] = []
    var grades: [Grade] = []
    var distinct: Set<Int> = []
    var maybe: [String]?
    var holes: [String?] = []
    var nested: [[Int]] = []
    var parts: Parts = Parts(labels: [], note: nil)

    struct Parts: Codable, Equatable {
        var labels: [String]
        var note: String?
    }

    enum Grade: Int, Codable, CaseIterable { case low = 1, high }

    init(name: String) { self.name = name }
}

extension Basket {
    /// Fills every array with values at the ends of its type.
    func fill() {
        truths = [true, false]
        bytes = [0, 255]
        shorts = [.min, .max]
        middles = [.min, 0, .max]
        numbers = [.min, -1, .max]
        unsigned = [0, .max]
        singles = [0.1, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        doubles = [0.1, .infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude]
        decimals = [Decimal(string: "-12345678901234567890.5")!, 0]
        texts = ["", "a,b", "\"", "\\", "{}", "NULL", " é ", "e\u{301}", "\u{1}\n\t", "🇩🇪"]
        dates = Self.exactDates
        uuids = [UUID(uuidString: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0")!]
        urls = [URL(string: "https://example.org/a?b=c")!]
        blobs = [Data(), Data([0, 1, 255])]
        grades = [.high, .low, .high]
        distinct = [3, 1, 2]
        maybe = []
        holes = ["x", nil]
        nested = [[1], []]
        parts = Parts(labels: ["p", "q"], note: "n")
    }

    /// Dates of whole microseconds: in the year 4713 BC, before the first year, at the ends of years, and in the year 294276.
    static let exactDates: [Date] = [
        -211_845_000_000, -63_200_000_000, -0.5, 0, 68_169_600, 100.25, 157_852_799.75, 9_223_339_708_784,
    ].map { Date(timeIntervalSinceReferenceDate: $0) }

    /// True if every array has the values of another one. NaN is compared by the way.
    func isSame(as other: Basket) -> Bool {
        truths == other.truths && bytes == other.bytes && shorts == other.shorts && middles == other.middles
            && numbers == other.numbers && unsigned == other.unsigned
            && singles.map(\.bitPattern) == other.singles.map(\.bitPattern)
            && doubles.map(\.bitPattern) == other.doubles.map(\.bitPattern) && decimals == other.decimals
            && texts.map { Array($0.utf8) } == other.texts.map { Array($0.utf8) } && dates == other.dates
            && uuids == other.uuids && urls == other.urls && blobs == other.blobs && grades == other.grades
            && distinct == other.distinct && maybe == other.maybe && holes == other.holes && nested == other.nested
            && parts == other.parts
    }
}
#endif
