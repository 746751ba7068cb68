import SwiftDataCore
import SwiftDataSQL

extension SQLBinding {
    /// Binds the value in the form of the column that it is compared with.
    /// - Throws: ``SwiftDataError/unsupportedPredicate`` for a value that is no column's.
    func bind(to binder: inout ParameterBinder) throws {
        do throws(ColumnFailure) {
            guard let form = ColumnForm(kind) ?? naturalForm else { throw ColumnFailure("a composite") }
            do throws(ColumnFailure) {
                try ColumnCoding.bind(value, as: form, to: &binder)
            } catch {
                // A constant of another type than the column, such as text that is compared with a URL.
                guard let natural = naturalForm, natural != form else { throw error }
                try ColumnCoding.bind(value, as: natural, to: &binder)
            }
        } catch {
            throw SwiftDataError(.unsupportedPredicate, "A constant of the query cannot be bound: \(error.reason).")
        }
    }

    private var naturalForm: ColumnForm? {
        switch value {
        case .integer, .unsigned: .integer(.uint64)
        default: value.entry.flatMap { ColumnForm($0.kind) }
        }
    }
}
