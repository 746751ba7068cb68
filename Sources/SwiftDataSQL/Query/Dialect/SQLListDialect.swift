package import SwiftDataCore

/// The SQL of a database that decomposes lists: captured lists, which are JSON, and arrays in columns.
package protocol SQLListDialect: Sendable {
    /// A FROM clause for the elements of a list, which is JSON text. It has the columns `key`, which counts from 0, and
    /// `value`.
    func elements(of json: SQLFragment) -> SQLFragment
    /// A SELECT of the elements of a list of keys of rows, which is a string with JSON.
    func keys(in json: SQLFragment) -> SQLFragment
    /// The value of one element, or of a part of an element that is an array itself, as a column would hold it.
    /// Nil where the database cannot read such elements.
    func element(_ value: SQLFragment, part: Int?, _ form: ListElements.Form) -> SQLFragment?
    /// The list for an array in a column; NULL if the array cannot be read. Nil where the database cannot read such arrays.
    func array(_ column: SQLFragment, _ form: ListElements.Form, isArchived: Bool) -> SQLFragment?
    /// The elements of an array in a column that has a type for arrays; nil for a column that has JSON.
    func elements(of column: SQLFragment, _ array: ArrayOutline) -> ArrayElements?
    /// A condition, for an index, that holds wherever an array of ``elements(of:_:)`` has an element that is a constant; NULL
    /// for NULL. It may hold for other arrays too. Nil if there is none.
    func array(_ column: SQLFragment, mayContain element: SQLFragment, _ kind: AttributeKind) -> SQLFragment?
    /// The value for a key in a dictionary, a list of pairs; NULL if the key is missing.
    func lookup(_ key: SQLFragment, in json: SQLFragment, _ keys: ListElements.Form, _ values: ListElements.Form)
        -> SQLFragment?

    /// True if captured lists are JSON. If not, ``elements(captured:_:)`` has their elements.
    var readsCapturedJSON: Bool { get }
    /// A FROM clause for captured values of a kind, with the columns of ``elements(of:)``. `value` is the value as a column
    /// would hold it.
    func elements(captured values: [StoredValue], _ kind: AttributeKind) -> SQLFragment?
}

/// The elements of an array in a column.
package struct ArrayElements: Sendable {
    /// The array; NULL if it cannot be read.
    package let array: SQLFragment
    /// A FROM clause with the columns of ``SQLListDialect/elements(of:)``. `value` is the value as a column would hold it.
    package let from: SQLFragment

    package init(array: SQLFragment, from: SQLFragment) {
        self.array = array
        self.from = from
    }
}

extension SQLListDialect {
    package func elements(of column: SQLFragment, _ array: ArrayOutline) -> ArrayElements? { nil }

    package func array(_ column: SQLFragment, mayContain element: SQLFragment, _ kind: AttributeKind) -> SQLFragment? {
        nil
    }

    package var readsCapturedJSON: Bool { true }
    package func keys(in json: SQLFragment) -> SQLFragment { "SELECT value FROM \(elements(of: json))" }
    package func elements(captured values: [StoredValue], _ kind: AttributeKind) -> SQLFragment? { nil }
}
