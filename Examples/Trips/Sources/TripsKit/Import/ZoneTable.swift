import Foundation

/// A table of places in the format of `zone1970.tab`.
package struct ZoneTable {
    /// A line that was left out.
    package struct BadLine: Equatable, CustomStringConvertible {
        package var number: Int
        package var message: String

        package var description: String { "line \(number): \(message)" }
    }

    package private(set) var rows: [ZoneRow] = []
    package private(set) var badLines: [BadLine] = []

    /// Reads the table; lines that make no sense are kept in ``badLines`` and do not stop the reading.
    package init(_ data: Data) {
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
    package init(contentsOf file: URL) throws {
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
