import SwiftDataCore

/// The reason why a statement in SQL was not run, or has no result.
public struct ModelSQLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause of the failure.
    public enum Code: Sendable {
        /// The statement is not understood, or is not allowed.
        case refused
        /// A key path leads to nothing that has one column.
        case unsuitableProperty
        /// A value that is to be bound, or a column that is to be read, has a type that no column has.
        case unsuitableValue
        /// The statement has another number of columns than the types that are asked for.
        case columnCount
        /// A value of the result is none of the type that is asked for.
        case wrongType
    }

    /// The cause of the failure.
    public let code: Code
    /// The property, the type, the column, or the words of the database.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The cause and the remedy, without stored values.
    public var description: String {
        switch code {
        case .refused: "The statement was not run: \(detail)."
        case .unsuitableProperty:
            "\(detail) has no column of its own. Name an attribute, a member of a structure, or a to-one relationship."
        case .unsuitableValue:
            "\(detail) is not the type of a column. Bind numbers, texts, dates, UUIDs, data or models."
        case .columnCount: "The statement has \(detail). Name a type for each column."
        case .wrongType: "\(detail). Ask for another type, or for an optional."
        }
    }

    /// Runs a closure, and converts the failures of a store.
    static func mapping<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as SQLFailure {
            throw switch failure {
            case .refused(let reason): Self(.refused, reason)
            case .columnCount(let found, let wanted): Self(.columnCount, "\(found) columns instead of \(wanted)")
            case .column(let number, let reason): Self(.wrongType, "Column \(number): \(reason)")
            case .property(let name): Self(.unsuitableProperty, name)
            }
        }
    }
}
