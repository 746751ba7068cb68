#if PostgreSQL
package import SwiftDataCore
package import SwiftDataSQL

// Captured lists are arrays of the server, with a parameter for each value. Arrays in columns are arrays of the server, or JSON
// where their elements may be nil.

extension PostgresDialect: SQLListDialect {
    package var lists: (any SQLListDialect)? { self }

    package func elements(of json: SQLFragment) -> SQLFragment {
        "(SELECT u.n - 1 AS key, u.v AS value FROM jsonb_array_elements(\(json)) WITH ORDINALITY AS u(v, n))"
    }

    package func keys(in json: SQLFragment) -> SQLFragment {
        "SELECT u.v::bigint FROM jsonb_array_elements_text((\(json))::jsonb) AS u(v)"
    }

    package func element(_ value: SQLFragment, part: Int?, _ form: ListElements.Form) -> SQLFragment? {
        guard part == nil, case .of(let kind) = form else { return nil }
        let text: SQLFragment = "(\(value) #>> '{}')"
        return switch kind.primitive {
        case .boolean: "\(text)::boolean"
        case .integer(.uint64): "\(text)::numeric"
        case .integer: "\(text)::bigint"
        case .double: "\(text)::float8"
        case .float: "\(text)::float4"
        case .string: "(\(text) COLLATE \"C\")"
        case .uuid: "\(text)::uuid"
        // Foundation rounds decimals, reads the text of a date and checks that of a URL.
        default: nil
        }
    }

    package func array(_ column: SQLFragment, _ form: ListElements.Form, isArchived: Bool) -> SQLFragment? {
        // A text or a number has no elements.
        "(CASE WHEN jsonb_typeof(\(column)) = 'array' THEN \(column) END)"
    }

    package func elements(of column: SQLFragment, _ array: ArrayOutline) -> ArrayElements? {
        guard choices.hasArrays, PostgresForm(elementsOf: array, choices.dates) != nil else { return nil }
        // A program in SQL may have written NULL as an element, or an array of arrays.
        let isWhole: SQLFragment = "COALESCE(array_ndims(\(column)), 1) = 1 AND array_position(\(column), NULL) IS NULL"
        let readable: SQLFragment = "(CASE WHEN \(isWhole) THEN \(column) END)"
        return ArrayElements(
            array: readable,
            from: "(SELECT u.n - 1 AS key, u.v AS value FROM unnest(\(readable)) WITH ORDINALITY AS u(v, n))"
        )
    }

    package func array(_ column: SQLFragment, mayContain element: SQLFragment, _ kind: AttributeKind) -> SQLFragment? {
        switch kind {
        // A number that the type of a narrow column does not have would be an error.
        case .integer(.int64), .string, .uuid, .date, .double:
            guard let type = PostgresForm(kind, choices.dates)?.type else { return nil }
            return "\(column) @> ARRAY[\(element)]::\(type.name)[]"
        default: return nil
        }
    }

    package func lookup(
        _ key: SQLFragment,
        in json: SQLFragment,
        _ keys: ListElements.Form,
        _ values: ListElements.Form
    ) -> SQLFragment? { nil }

    package var readsCapturedJSON: Bool { false }

    package func elements(captured values: [StoredValue], _ kind: AttributeKind) -> SQLFragment? {
        guard let type = PostgresForm(kind, choices.dates)?.constantType else { return nil }
        let items = values.map { value -> SQLFragment in
            if case .null = value { "NULL" } else { SQLFragment(binding: value, kind) }
        }
        let list: SQLFragment = "ARRAY[\(items.joined(", "))]::\(type.name)[]"
        return "(SELECT u.n - 1 AS key, u.v AS value FROM unnest(\(list)) WITH ORDINALITY AS u(v, n))"
    }
}
#endif
