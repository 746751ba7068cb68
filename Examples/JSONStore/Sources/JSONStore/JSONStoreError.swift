/// The reason why a JSON store cannot be opened or written.
public enum JSONStoreError: Error, Equatable, CustomStringConvertible {
    /// A value would not be the same when it is read back. Nothing has been written.
    case unheldValue(entity: String, property: String)
    /// The file is not one that a JSON store of this schema writes. It has been left as it is.
    case unreadableFile(String, at: [String])

    public var description: String {
        switch self {
        case .unheldValue(let entity, let property):
            "\(entity).\(property) has a value that the JSON file cannot hold: "
                + JSONStore.Limit.allCases.map(\.description).joined(separator: ", ") + "."
        case .unreadableFile(let path, let place):
            "\(path) cannot be read" + (place.isEmpty ? "." : " at \(place.joined(separator: ".")).")
        }
    }

    /// The path of an error in the file, or in a row.
    static func place(of error: any Error) -> [String] {
        let path: [any CodingKey] =
            switch error {
            case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context.codingPath
            case EncodingError.invalidValue(_, let context): context.codingPath
            default: []
            }
        return path.map { key in key.intValue.map { "row \($0)" } ?? key.stringValue }
    }
}

extension JSONStore {
    /// The values that the file cannot hold. A save that would need one throws
    /// ``JSONStoreError/unheldValue(entity:property:)``.
    public enum Limit: CaseIterable, Sendable, CustomStringConvertible {
        /// ISO 8601 dates are written in whole seconds.
        case subsecondDates
        /// JSON has no word for NaN and for infinities.
        case notANumber
        /// A year before the first is written with a sign, which is not read.
        case datesBeforeYearOne

        public var description: String {
            switch self {
            case .subsecondDates: "a fraction of a second"
            case .notANumber: "NaN or an infinity"
            case .datesBeforeYearOne: "a date before the year 1"
            }
        }
    }

    /// The capabilities that a JSON store lacks.
    public static let limits = Set(Limit.allCases)
}
