import Foundation

/// The parts of a body of `multipart/form-data` (RFC 7578), as browsers write it: some fields and one file.
///
/// None of the packages that this one depends on reads such a body.
package struct MultipartForm {
    package private(set) var values: [String: String] = [:]
    package private(set) var file: Data?

    private static let mostParts = 32
    private static let longestHead = 2_048

    /// Nil for a body that is no such form, and for one with many parts.
    package init?(_ body: Data, boundary: String) {
        // RFC 2046 allows no more than 70 characters.
        guard (1...70).contains(boundary.utf8.count) else { return nil }
        let line = Data("\r\n--\(boundary)".utf8)
        // The first boundary has no line end before it.
        let body = Data("\r\n".utf8) + body
        guard var position = body.range(of: line)?.upperBound else { return nil }
        for _ in 0..<Self.mostParts {
            let end = body[position...].prefix(2)
            if end == Data("--".utf8) { return }
            guard end == Data("\r\n".utf8) else { return nil }
            guard let next = body.range(of: line, in: position..<body.endIndex) else { return nil }
            guard note(body[position + 2..<next.lowerBound]) else { return nil }
            position = next.upperBound
        }
        return nil
    }

    /// Notes a part; false for one that makes no sense.
    private mutating func note(_ part: Data) -> Bool {
        let gap = Data("\r\n\r\n".utf8)
        let headEnd = min(part.endIndex, part.startIndex + Self.longestHead)
        guard let middle = part.range(of: gap, in: part.startIndex..<headEnd),
            let head = String(bytes: part[..<middle.lowerBound], encoding: .utf8),
            let disposition = head.split(separator: "\r\n").first(where: {
                $0.lowercased().hasPrefix("content-disposition:")
            }),
            let name = disposition.firstMatch(of: /[; ]name="([^"]*)"/)?.output.1
        else { return false }
        let content = part[middle.upperBound...]
        if disposition.contains("filename=") || disposition.contains("filename*=") {
            guard file == nil else { return false }
            file = Data(content)
        } else {
            guard let text = String(bytes: content, encoding: .utf8) else { return false }
            values[String(name)] = text
        }
        return true
    }
}
