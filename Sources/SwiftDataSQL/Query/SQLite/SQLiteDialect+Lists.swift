import SwiftDataCore

extension SQLiteDialect: SQLListDialect {
    package func elements(of json: SQLFragment) -> SQLFragment { "json_each(\(json))" }

    package func element(_ value: SQLFragment, part: Int?, _ form: ListElements.Form) -> SQLFragment? {
        let item: SQLFragment = part.map { "json_extract(\(value), '$[\(Int64($0))]')" } ?? value
        return switch form {
        case .plain, .integer, .boolean: item
        default: "\(ListElements.name)(\(item), '\(form.rawValue)')"
        }
    }

    package func array(_ column: SQLFragment, _ form: ListElements.Form, isArchived: Bool) -> SQLFragment? {
        "\(ListElements.arrayName)(\(column), '\(form.rawValue)', \(isArchived ? "1" : "0"))"
    }

    package func lookup(
        _ key: SQLFragment,
        in json: SQLFragment,
        _ keys: ListElements.Form,
        _ values: ListElements.Form
    ) -> SQLFragment? {
        "\(ListElements.lookupName)(\(json), '\(keys.rawValue)', '\(values.rawValue)', \(key))"
    }
}
