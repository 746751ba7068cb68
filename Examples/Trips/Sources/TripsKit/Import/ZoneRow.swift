import Foundation

/// One line of `zone1970.tab`: a place that stands for a time zone.
public struct ZoneRow: Equatable {
    /// The countries that use the zone, by two letters each.
    public var countryCodes: [String]
    /// The position of the place.
    public var coordinates: Coordinates
    /// The name of the zone, such as `Europe/Zurich`.
    public var zone: String
    /// The remark in the last column.
    public var comment: String?

    /// The reason why a line was not understood.
    public struct Problem: Error, Equatable {
        /// The reason in words.
        public var message: String
    }

    /// Reads one line that is neither empty nor a comment; throws a ``Problem`` that says what is wrong with it.
    public init(line: String) throws(Problem) {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count == 3 || columns.count == 4 else {
            throw Problem(message: "expected 3 or 4 columns separated by tabs, found \(columns.count)")
        }
        let codes = columns[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard codes.allSatisfy({ $0.wholeMatch(of: /[A-Z]{2}/) != nil }) else {
            throw Problem(message: "the first column is not a list of two-letter country codes")
        }
        guard let coordinates = Coordinates(iso6709: columns[1]) else {
            throw Problem(message: "the second column is not a position such as +4723+00832")
        }
        let parts = columns[2].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw Problem(message: "the third column is not a zone such as Europe/Zurich")
        }
        countryCodes = codes
        self.coordinates = coordinates
        zone = String(columns[2])
        comment = columns.count == 4 && !columns[3].isEmpty ? String(columns[3]) : nil
    }

    /// The last part of the zone's name, with spaces: `Europe/Isle_of_Man` is `Isle of Man`.
    public var placeName: String {
        (zone.split(separator: "/").last.map(String.init) ?? zone).replacing("_", with: " ")
    }

    /// The first part of the zone's name: `Europe`.
    public var region: String {
        zone.split(separator: "/").first.map(String.init) ?? zone
    }
}
