import HTTPTypes
import Hummingbird

/// The place of a body in a large value.
struct UploadPart: Equatable, Sendable {
    var start = 0
    /// The bytes of the body.
    var count: Int
    /// The bytes of the value.
    var size: Int

    /// Reads `Content-Range: bytes N-{last}/{size}`, or `Content-Length` for a whole value.
    ///
    /// - Throws: ``Problem`` `badRequest`, `tooLarge`, or `lengthRequired` where the end of the body would not be known.
    init(_ request: Request, limit: Int) throws(Problem) {
        try self.init(
            range: request.headers[.contentRange],
            length: request.headers[.contentLength],
            limit: limit
        )
    }

    init(range: String?, length: String?, limit: Int) throws(Problem) {
        var declared: Int?
        if let length {
            guard let number = Words.number(length) else { throw .badRequest }
            declared = number
        }
        guard let range else {
            guard let declared else { throw .lengthRequired }
            guard declared <= limit else { throw .tooLarge }
            (count, size) = (declared, declared)
            return
        }
        guard range.hasPrefix("bytes ") else { throw .badRequest }
        let halves = range.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let size = Words.number(halves[1]) else { throw .badRequest }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Words.number(ends[0]), let last = Words.number(ends[1]), first <= last,
            last < size
        else { throw .badRequest }
        guard size <= limit else { throw .tooLarge }
        (start, count, self.size) = (first, last - first + 1, size)
        guard declared ?? count == count else { throw .badRequest }
    }
}
