#if PostgreSQL
package import SwiftDataCore
package import SwiftDataSQL

// Captured lists are arrays of the server, with a parameter for each value. Arrays in columns are JSON.

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

    package func lookup(
        _ key: SQLFragment,
        in json: SQLFragment,
        _ keys: ListElements.Form,
        _ values: ListElements.Form
    ) -> SQLFragment? { nil }

    package var readsCapturedJSON: Bool { false }

    package func elements(captured values: [StoredValue], _ kind: AttributeKind) -> SQLFragment? {
        guard let type = PostgresForm(kind)?.constantType else { return nil }
        let items = values.map { value -> SQLFragment in
            if case .null = value { "NULL" } else { SQLFragment(binding: value, kind) }
        }
        let list: SQLFragment = "ARRAY[\(items.joined(", "))]::\(type.name)[]"
        return "(SELECT u.n - 1 AS key, u.v AS value FROM unnest(\(list)) WITH ORDINALITY AS u(v, n))"
    }
}
#endif
