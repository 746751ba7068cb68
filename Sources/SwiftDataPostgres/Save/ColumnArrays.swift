#if PostgreSQL
import SwiftDataSQL

/// The values of some columns of many rows: one array for each column.
struct ColumnArrays {
    private let columns: [(name: String, type: PostgresType)]
    private var arrays: [ArrayWriter]
    private(set) var count = 0

    init(_ columns: [(name: String, type: PostgresType)], capacity: Int = 0) {
        self.columns = columns
        arrays = columns.map { ArrayWriter($0.type.listed, capacity: capacity) }
    }

    /// Begins a row, each column of which is then given a value.
    mutating func begin() { count += 1 }

    mutating func append(_ row: [[UInt8]?]) {
        begin()
        for (place, value) in row.enumerated() { arrays[place].append(value) }
    }

    subscript(place: Int) -> ArrayWriter {
        _read { yield arrays[place] }
        _modify { yield &arrays[place] }
    }

    /// The bytes of all arrays.
    var size: Int { arrays.reduce(0) { $0 + $1.size } }
    var names: [String] { columns.map { $0.name.enclosed(in: "\"") } }
    var parameters: [PostgresParameter] { arrays.map { $0.parameter() } }

    /// `unnest` of the parameters, which begin with a number.
    func unnest(from first: Int = 1) -> String {
        let arrays = columns.enumerated().map { "$\(first + $0.offset)::\($0.element.type.listed.name)[]" }
        return "unnest(\(arrays.joined(separator: ", ")))"
    }

    /// The value of a column of ``unnest(from:)`` in the column's own type.
    func value(_ name: String, at place: Int) -> String {
        let type = columns[place].type
        return type == type.listed ? name : "\(name)::\(type.name)"
    }
}

extension [UInt8] {
    init(key: Int64) { self = Swift.withUnsafeBytes(of: key.bigEndian) { [UInt8]($0) } }
}
#endif
