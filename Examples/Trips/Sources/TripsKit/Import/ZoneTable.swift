import Foundation

/// A table of places in the format of `zone1970.tab`.
public struct ZoneTable {
    /// A line that was left out.
    public struct BadLine: Equatable, CustomStringConvertible {
        /// The number of the line, from 1.
        public var number: Int
        /// The reason in words.
        public var message: String

        /// The number and the reason.
        public var description: String { "line \(number): \(message)" }
    }

    /// The system's table of time zones.
    public static let system = URL(fileURLWithPath: "/usr/share/zoneinfo/zone1970.tab")

    /// The lines that are places.
    public private(set) var rows: [ZoneRow] = []
    /// The lines that are none.
    public private(set) var badLines: [BadLine] = []

    /// Reads the table; lines that make no sense are kept in ``badLines`` and do not stop the reading.
    public init(_ data: Data) {
        for (index, bytes) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                badLines.append(BadLine(number: index + 1, message: "the line is not UTF-8 text"))
                continue
            }
            let line = text.trimmingCharacters(in: .newlines)
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            do {
                rows.append(try ZoneRow(line: line))
            } catch {
                badLines.append(BadLine(number: index + 1, message: error.message))
            }
        }
    }

    /// Reads the file; throws when it cannot be read, or when no line of it is a place.
    public init(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw TripError.unreadableFile(file.path)
        }
        self.init(data)
        if rows.isEmpty { throw TripError.noPlaces(file.path, firstProblem: badLines.first?.description) }
    }
}
