#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// Turns the arrays of a store of the third layout, which are JSON, into arrays of the server, inside of the transaction that is open.
struct ArrayUpgrade {
    let connection: PostgresConnection
    let stored: StoredTables
    /// The model of the tables.
    let model: ModelOutline

    /// A column that changes.
    private struct Change {
        let root: EntityTable
        let column: PostgresTables.Declared
        let form: PostgresForm
        let element: PostgresForm
        let entity: String
        let property: String?

        var table: String { root.quotedTable }
        var name: String { column.name.enclosed(in: "\"") }
        /// The function that converts a value.
        var function: String { "swiftdata_array_\(element.kind?.entry?.names.word ?? "")" }
    }

    /// True if the tables have arrays that are JSON.
    var isNeeded: Bool {
        get throws { try !stored.choices.hasArrays && !changes(tables(hasArrays: true)).isEmpty }
    }

    /// Converts the columns, under the lock of the store that keeps saves out.
    /// - Returns: The fingerprint of the tables afterwards; nil where there is nothing to convert.
    /// - Throws: ``StoreError`` with code `migration` for values that cannot be kept as arrays of the server.
    func run() throws -> String? {
        let (before, after) = try (tables(hasArrays: false), tables(hasArrays: true))
        let changes = changes(after)
        guard !changes.isEmpty else { return nil }
        try connection.script("SET LOCAL extra_float_digits TO 1")
        try connection.script("SET CONSTRAINTS ALL IMMEDIATE")
        let tables = Set(changes.map(\.table)).sorted()
        try connection.script("LOCK TABLE \(tables.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
        try changes.map(check).run(connection)
        try dropIndices(before, after)
        for change in changes {
            try makeFunction(change)
            try tryValues(change)
            try convert(change)
        }
        try makeIndices(before, after)
        return after.fingerprint
    }

    private func tables(hasArrays: Bool) throws -> PostgresTables {
        var (model, choices) = (model, stored.choices)
        model.numbers = stored.numbers
        choices.hasArrays = hasArrays
        return try PostgresTables(model, choices)
    }

    private func changes(_ tables: PostgresTables) -> [Change] {
        tables.roots.flatMap { root in
            tables.columns(of: root).compactMap { column -> Change? in
                guard let form = tables.form(of: column.name, in: root), case .array(let element) = form else {
                    return nil
                }
                let place = place(of: column.name, tables.family(of: root))
                return Change(
                    root: root,
                    column: column,
                    form: form,
                    element: element,
                    entity: place.entity ?? root.entityName,
                    property: place.property
                )
            }
        }
    }

    private func place(of column: String, _ family: [EntityTable]) -> (entity: String?, property: String?) {
        for member in family {
            let outline = model.entities.first { $0.name == member.entityName }
            for (slot, columns) in member.properties.enumerated() where columns.ownColumnNames.contains(column) {
                return (member.entityName, outline?.properties[slot].name)
            }
        }
        return (nil, nil)
    }

    /// Looks for JSON that is no array of such elements, as only a program in SQL can have written it.
    private func check(_ change: Change) -> RowCheck {
        let kinds = change.element.jsonKinds.map { "'\($0)'" }.joined(separator: ", ")
        let value = "s.\(change.name)"
        return RowCheck(
            from:
                "\(change.table) s WHERE jsonb_typeof(\(value)) <> 'array' OR EXISTS (SELECT 1 FROM jsonb_array_elements("
                + "CASE WHEN jsonb_typeof(\(value)) = 'array' THEN \(value) ELSE '[]' END) e WHERE jsonb_typeof(e) NOT IN (\(kinds)))",
            key: "s.pk",
            rowEntity: change.root.entityName,
            entity: change.entity,
            property: change.property,
            message: (
                "becomes a column of type \(change.form.type.name), and JSON that is not an array of such elements is in ",
                ". Correct it by SQL before."
            )
        )
    }

    private func makeFunction(_ change: Change) throws {
        try connection.script(
            "CREATE OR REPLACE FUNCTION \(change.function)(jsonb) RETURNS \(change.form.type.name) LANGUAGE sql IMMUTABLE STRICT AS $$ "
                + "SELECT ARRAY(SELECT \(change.element.fromJSON) FROM jsonb_array_elements($1) WITH ORDINALITY u(v, n) ORDER BY n) $$"
        )
    }

    /// Calculates the values first: an error of the change of the column has another reason then.
    private func tryValues(_ change: Change) throws {
        do {
            try connection.run("SELECT count(\(change.function)(\(change.name))) FROM \(change.table)")
        } catch let failure as PostgresFailure where failure.isOfValue {
            throw StoreError(
                .migration,
                "is kept as \(change.form.type.name) from now on, and a row has an element that this type does not have. Correct it "
                    + "by SQL before.",
                entity: change.entity,
                property: change.property,
                underlying: failure
            )
        }
    }

    private func convert(_ change: Change) throws {
        do {
            try connection.script(
                "ALTER TABLE \(change.table) ALTER COLUMN \(change.name) TYPE \(change.form.type.declaration) "
                    + "USING \(change.function)(\(change.name))"
            )
        } catch let failure as PostgresFailure where failure.isOfDependent {
            throw StoreError(
                .migration,
                "is kept as \(change.form.type.name) from now on, and something beside the library's tables, such as a view, needs the "
                    + "column. Drop it before, and make it again afterwards: \(failure)",
                entity: change.entity,
                property: change.property,
                underlying: failure,
                details: failure.detail
            )
        }
        try connection.script("DROP FUNCTION \(change.function)(jsonb)")
    }

    // MARK: Indices

    private func indices(_ tables: PostgresTables) -> [(part: PostgresSchema.Part, name: String)] {
        PostgresSchema(tables).parts.filter { $0.part.kind == .index || $0.part.kind == .elements }
    }

    private func dropIndices(_ before: PostgresTables, _ after: PostgresTables) throws {
        let known = try StoredParts(connection).names
        let kept = Set(indices(after).map(\.part))
        for (part, _) in indices(before) where !kept.contains(part) {
            if let name = known[part] { try connection.script("DROP INDEX \(name.enclosed(in: "\""))") }
        }
    }

    private func makeIndices(_ before: PostgresTables, _ after: PostgresTables) throws {
        let kept = Set(indices(before).map(\.part))
        for (part, name) in indices(after) where !kept.contains(part) {
            try connection.script(part.statement(name, stored.features))
        }
    }
}

extension PostgresFailure {
    /// True for a value that another type does not have. That NaN is no integer is an error of class 0A.
    fileprivate var isOfValue: Bool { state?.hasPrefix("22") == true || state == "0A000" }
    /// True for a column that something else needs: a view, a rule, a trigger, a policy or a generated column, or an index, a constraint
    /// or a default that the new type does not fit.
    fileprivate var isOfDependent: Bool {
        state.map(["0A000", "2BP01", "42804", "42883", "42704"].contains) ?? false
    }
}

extension PostgresForm {
    /// The types of JSON that an element can have: numbers that JSON lacks are words.
    fileprivate var jsonKinds: [String] {
        switch self {
        case .boolean: ["boolean"]
        case .integer, .decimal: ["number"]
        case .float, .double, .date, .dateNumber: ["number", "string"]
        case .string, .uuid, .url, .data, .json, .array: ["string"]
        }
    }

    /// The value of the element `v`, in SQL.
    fileprivate var fromJSON: String {
        let text = "(v #>> '{}')"
        switch self {
        case .string, .url: return text
        case .data: return "decode(\(text), 'base64')"
        case .date:
            // The rounding is that of ``DateValue``. An interval is made of a double, which has every number of hours here.
            let number = "(round(((\(text)::float8 * 1000000)::text)::numeric)::bigint + 31622400000000)"
            return "(timestamptz '2000-01-01 00:00:00+00' + \(number) / 3600000000 * interval '1 hour' "
                + "+ \(number) % 3600000000 * interval '1 microsecond')"
        default: return "\(text)::\(type.name)"
        }
    }
}
#endif
