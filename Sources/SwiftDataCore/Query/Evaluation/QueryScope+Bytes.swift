import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryBytes) throws -> Bool {
        switch node {
        case .contains(let data, let byte):
            let bytes = try evaluate(data).bytes()
            guard let wanted = UInt8(exactly: try evaluate(byte).integer()) else { throw QueryFailure.typeMismatch }
            return bytes.contains(wanted)
        case .startsWith(let data, let prefix):
            let bytes = try evaluate(data).bytes()
            return bytes.starts(with: try evaluate(prefix).bytes())
        }
    }
}

extension Evaluated {
    fileprivate func bytes() throws -> Data {
        if isNull { throw QueryFailure.unexpectedNil }
        guard case .value(.data(let bytes), _) = self else { throw QueryFailure.typeMismatch }
        return bytes
    }
}

extension QueryPart.Kind {
    package func apply(to value: StoredValue) throws -> Evaluated {
        switch (self, value) {
        case (.secondsSinceReferenceDate, .date(let date)): .value(.double(date.timeIntervalSinceReferenceDate), nil)
        case (.secondsSince1970, .date(let date)): .value(.double(date.timeIntervalSince1970), nil)
        case (.absoluteString, .url(let url)): .value(.string(url.absoluteString), nil)
        case (.uuidString, .uuid(let uuid)): .value(.string(uuid.uuidString), nil)
        case (_, .null): throw QueryFailure.unexpectedNil
        default: throw QueryFailure.typeMismatch
        }
    }
}
