package import Foundation

/// Takes the column form of a value: a statement's parameters, or a key to compare rows by.
package protocol ColumnSink {
    mutating func null()
    mutating func integer(_ value: Int64)
    mutating func real(_ value: Double)
    mutating func text(_ value: String)
    mutating func blob(_ value: Data)
    mutating func uuid(_ value: UUID)
}

extension ColumnSink {
    package mutating func uuid(_ value: UUID) { withUnsafeBytes(of: value.uuid) { blob(Data($0)) } }
}

extension ParameterBinder: ColumnSink {
    package mutating func uuid(_ value: UUID) { bytes(of: value.uuid) }
}

/// The column values of a uniqueness constraint, comparable as SQLite compares them.
struct ColumnKey: Hashable, ColumnSink {
    enum Part: Hashable {
        case null
        case integer(Int64)
        case real(Double)
        /// Bytes and not a string: SQLite's BINARY collation has no canonical equivalence.
        case text([UInt8])
        case blob(Data)
    }

    private(set) var parts: [Part]

    init(parts: [Part] = []) {
        self.parts = parts
    }

    /// The value of a result's column, whatever it is.
    init(_ row: ResultRow, _ index: Int) {
        self.init()
        switch row.storageClass(index) {
        case .null: null()
        case .integer: integer(row.integer(index))
        case .real: parts.append(.real(row.real(index)))
        case .text: text(row.text(index))
        case .blob: blob(row.blob(index))
        }
    }

    /// A unique index lets rows with NULL pass.
    var hasNull: Bool { parts.contains(.null) }

    mutating func null() { parts.append(.null) }
    mutating func integer(_ value: Int64) { parts.append(.integer(value)) }
    mutating func text(_ value: String) { parts.append(.text(Array(value.utf8))) }
    mutating func blob(_ value: Data) { parts.append(.blob(value)) }

    /// A whole number equals the integer.
    mutating func real(_ value: Double) {
        parts.append(Int64(exactly: value).map { .integer($0) } ?? .real(value))
    }

    func bind(to binder: inout ParameterBinder) {
        for part in parts {
            switch part {
            case .null: binder.null()
            case .integer(let value): binder.integer(value)
            case .real(let value): binder.real(value)
            case .text(let value): binder.text(String(decoding: value, as: UTF8.self))
            case .blob(let value): binder.blob(value)
            }
        }
    }
}
