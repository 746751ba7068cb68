import SwiftDataSQL

/// Comma-separated values: RFC 4180, with nil as nothing and an empty text as `""`.
package enum CSV {
    package static func line(_ cells: [String?]) -> String {
        cells.map { $0.map(quoted) ?? "" }.joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes =
            text.isEmpty || text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
            || text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return needsQuotes ? text.enclosed(in: "\"") : text
    }

    /// The records of a text; nil where a quote has no end, or something stands behind it.
    package static func records(_ text: String) -> [[String?]]? {
        // Scalars: a line feed after a carriage return is one character.
        let scalars = Array(text.unicodeScalars)
        var records: [[String?]] = []
        var record: [String?] = []
        var index = 0
        while index < scalars.count {
            guard let cell = cell(scalars, &index) else { return nil }
            record.append(cell.text)
            if index < scalars.count, scalars[index] == "," {
                index += 1
                if index == scalars.count { record.append(nil) }
                continue
            }
            guard index == scalars.count || scalars[index] == "\r" || scalars[index] == "\n" else { return nil }
            if index < scalars.count, scalars[index] == "\r" { index += 1 }
            if index < scalars.count, scalars[index] == "\n" { index += 1 }
            records.append(record)
            record = []
        }
        if !record.isEmpty { records.append(record) }
        return records
    }

    private static func cell(_ scalars: [Unicode.Scalar], _ index: inout Int) -> (text: String?, Void)? {
        var text = String.UnicodeScalarView()
        guard index < scalars.count, scalars[index] == "\"" else {
            while index < scalars.count, scalars[index] != ",", scalars[index] != "\r", scalars[index] != "\n" {
                text.append(scalars[index])
                index += 1
            }
            return (text.isEmpty ? nil : String(text), ())
        }
        index += 1
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar != "\"" {
                text.append(scalar)
            } else if index < scalars.count, scalars[index] == "\"" {
                text.append("\"")
                index += 1
            } else {
                return (String(text), ())
            }
        }
        return nil
    }
}
