import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The content that a column of a moved row gets.
enum ColumnContent {
    case value(ColumnFill)
    /// The key of another row.
    case key(KeyContent)
    /// The number of the entity of the row that a key leads to.
    case keyEntity(KeyContent)
    /// The content of a column of the source.
    case carried(String)

    /// A foreign key of the source.
    struct KeyContent {
        let column: String
        let entityColumn: String?
        let offset: Int64
        let pointed: LinkSide
    }

    /// The column of the source that this is, whether or not it is changed on its way.
    var carriedColumn: String? {
        switch self {
        case .value(let fill):
            guard case .column(let name, let conversion) = fill.origin, conversion.keepsValue else { return nil }
            return name
        case .key(let key): return key.offset == 0 ? key.column : nil
        case .keyEntity(let key): return key.entityColumn
        case .carried(let name): return name
        }
    }

    /// True if rows get another value than that of ``carriedColumn``, or than NULL.
    var isChanged: Bool {
        switch self {
        case .value(let fill): fill.fallback != nil
        case .key(let key): key.pointed.isFiltered
        case .keyEntity(let key):
            key.entityColumn == nil || key.pointed.isFiltered || key.pointed.numbers.contains { $0.key != $0.value }
        case .carried: false
        }
    }

    /// True if the new value cannot be derived from the value of the column alone.
    var needsConversion: Bool {
        switch self {
        case .value(let fill):
            if case .column(_, let conversion) = fill.origin { !conversion.keepsValue } else { false }
        case .key(let key): key.offset != 0
        case .keyEntity, .carried: false
        }
    }

    /// The table of the source that must be there still, with its old numbers.
    var lookupTable: String? {
        switch self {
        case .key(let key) where key.pointed.isFiltered && key.entityColumn == nil: key.pointed.table
        case .keyEntity(let key) where key.entityColumn == nil && key.constantNumber == nil: key.pointed.table
        case .value, .key, .keyEntity, .carried: nil
        }
    }
}

extension ColumnContent.KeyContent {
    /// The number that every row it may lead to has.
    var constantNumber: Int64? {
        guard !pointed.isFiltered, let number = pointed.numbers.first?.value,
            pointed.numbers.values.allSatisfy({ $0 == number })
        else { return nil }
        return number
    }
}

/// Writes contents as SQL. Values are parameters, numbered after the parameters of the range of keys.
struct ContentText {
    /// The values of the parameters from ``firstParameter`` on.
    private(set) var parameters: [ColumnKey] = []
    let firstParameter: Int
    /// A column of the source as SQL.
    let name: (String) -> String
    /// The name by which a table of the source can be reached now.
    let table: (String) -> String

    init(firstParameter: Int, name: @escaping (String) -> String, table: @escaping (String) -> String) {
        self.firstParameter = firstParameter
        self.name = name
        self.table = table
    }

    mutating func text(_ content: ColumnContent) throws -> String {
        switch content {
        case .value(let fill): return try text(fill)
        case .key(let key):
            let moved = key.offset == 0 ? name(key.column) : "\(name(key.column)) + \(key.offset)"
            guard key.pointed.isFiltered else { return moved }
            return "CASE WHEN \(number(key)) IN (\(Self.list(key.pointed.numbers.keys))) THEN \(moved) END"
        case .keyEntity(let key):
            if key.entityColumn == nil, let constant = key.constantNumber {
                return "CASE WHEN \(name(key.column)) IS NOT NULL THEN \(constant) END"
            }
            return Self.renumbered(number(key), key.pointed.numbers)
        case .carried(let column): return name(column)
        }
    }

    /// The number of the entity that a key leads to, in the source.
    private func number(_ key: ColumnContent.KeyContent) -> String {
        if let column = key.entityColumn { return name(column) }
        return "(SELECT Z_ENT FROM \(table(key.pointed.table)) WHERE Z_PK = \(name(key.column)))"
    }

    private mutating func text(_ fill: ColumnFill) throws -> String {
        let base =
            switch fill.origin {
            case .null: "NULL"
            case .column(let column, let conversion): Self.converted(name(column), conversion)
            }
        guard let fallback = fill.fallback else { return base }
        let parameter = try add(fallback, fill)
        if fill.absence.isEmpty { return parameter }
        let isAbsent = fill.absence.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
        return "CASE WHEN \(isAbsent) THEN \(parameter) ELSE \(base) END"
    }

    private static func converted(_ column: String, _ conversion: ColumnConversion) -> String {
        switch conversion {
        case .none, .narrowed, .integerToDecimal: column
        case .integerToDouble: "CAST(\(column) AS REAL)"
        case .toExternal: "CAST(x'01' || \(column) AS BLOB)"
        case .fromExternal: "CASE WHEN substr(\(column), 1, 1) = x'01' THEN substr(\(column), 2) ELSE \(column) END"
        }
    }

    private mutating func add(_ value: StoredValue, _ fill: ColumnFill) throws -> String {
        let entityless = StoreError(.migration, "its default cannot be stored", property: fill.path)
        guard let form = ColumnForm(fill.column.kind, isElement: fill.isElement) else { throw entityless }
        var key = ColumnKey()
        do {
            try ColumnCoding.bind(value, as: form, to: &key)
        } catch {
            throw entityless
        }
        if fill.column.isExternal, case .blob(let data)? = key.parts.first {
            key = ColumnKey(parts: [.blob(ExternalStorage.inline(data))])
        }
        parameters.append(key)
        return "?\(firstParameter + parameters.count - 1)"
    }

    func bind(to binder: inout ParameterBinder) {
        for parameter in parameters { parameter.bind(to: &binder) }
    }

    /// Entity numbers of the source as entity numbers of the target, NULL where there is none.
    static func renumbered(_ number: String, _ numbers: [Int64: Int64]) -> String {
        if numbers.isEmpty { return "NULL" }
        let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \($0.key) THEN \($0.value)" }
        return "CASE \(number) \(cases.joined(separator: " ")) END"
    }

    static func list(_ numbers: some Sequence<Int64>) -> String {
        numbers.sorted().map(String.init).joined(separator: ", ")
    }
}
