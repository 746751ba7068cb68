import SwiftDataCore

/// The SQL of a database that takes lists apart: captured ones, which are JSON, and arrays in columns.
package protocol SQLListDialect: Sendable {
    /// A FROM clause for the elements of a list, which is JSON text: with the columns `key`, which counts from 0, and
    /// `value`.
    func elements(of json: SQLFragment) -> SQLFragment
    /// What stands for one element, or for a part of an element that is an array itself, as a column would hold it.
    func element(_ value: SQLFragment, part: Int?, _ form: ListElements.Form) -> SQLFragment
    /// The list that an array in a column is, NULL where it cannot be read.
    func array(_ column: SQLFragment, _ form: ListElements.Form, isArchived: Bool) -> SQLFragment
    /// The value for a key in a dictionary, a list of pairs; NULL where it is missing.
    func lookup(_ key: SQLFragment, in json: SQLFragment, _ keys: ListElements.Form, _ values: ListElements.Form)
        -> SQLFragment
}
