import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// The functions and collations that our SQL, or triggers of Core Data's in a file, need.
enum SQLExtensions {
    static func register(on database: Database) {
        guard let connection = database.sqliteConnection else { return }
        if !database.configuration.readonly { MemoryTable.register(on: connection) }
        for (name, compare) in SQLFunctions.collations { SQLCollation(compare).register(name, on: connection) }
        for (name, apply) in SQLFunctions.textFunctions {
            SQLFunction(name, argumentCount: 2) { arguments, result in
                guard let left = arguments[0].text, let right = arguments[1].text else { return result.null() }
                result.integer(Int64(apply(left, right)))
            }.register(on: connection)
        }
        for (name, apply) in SQLFunctions.textTransforms {
            SQLFunction(name, argumentCount: 1) { arguments, result in
                guard let text = arguments[0].text else { return result.null() }
                result.text(apply(text))
            }.register(on: connection)
        }
        let others = [
            count, matches, isComposed, decimalKey, arithmetic, uuidString, calendarPart, hasByte, startsWithBytes,
            json, composedText, search,
        ]
        for function in others {
            function.register(on: connection)
        }
        for function in listFunctions { function.register(on: connection) }
        for function in derivedAttributeFunctions { function.register(on: connection) }
        for aggregate in sums + decimalExtremes { aggregate.register(on: connection) }
    }

    private static let count = SQLFunction(SQLFunctions.count, argumentCount: 1) { arguments, result in
        guard let text = arguments[0].text else { return result.null() }
        result.integer(Int64(SQLFunctions.count(text)))
    }

    private static let isComposed = SQLFunction(SQLFunctions.isComposed, argumentCount: 1) { arguments, result in
        result.integer(arguments[0].text.map { CanonicalForms.isComposed($0) ? 1 : 0 } ?? 0)
    }

    private static let composedText = SQLFunction(SQLFunctions.composed, argumentCount: 1) { arguments, result in
        guard let text = arguments[0].text else { return result.same(arguments[0]) }
        result.text(CanonicalForms.composed(text))
    }

    private static let matches = SQLFunction(SQLFunctions.matches, argumentCount: 2) { arguments, result in
        guard let text = arguments[0].text, let pattern = arguments[1].text,
            let isMatch = SQLFunctions.matches(text, pattern)
        else { return result.null() }
        result.integer(isMatch ? 1 : 0)
    }

    private final class KeptSearch {
        let query: SearchQuery
        init(_ query: SearchQuery) { self.query = query }
    }

    private static let search = SQLFunction(SQLFunctions.search, argumentCount: -1) { arguments, result in
        guard arguments.count > 2 else { return result.integer(0) }
        let kept = result.kept(for: 0) {
            KeptSearch(SearchQuery(arguments[0].string, matchesPrefixes: arguments[1].integer != 0))
        }
        result.integer(kept?.query.matches(arguments[2...].compactMap(\.text)) == true ? 1 : 0)
    }

    private static let uuidString = SQLFunction(SQLFunctions.uuidString, argumentCount: 1) { arguments, result in
        guard case .uuid(let uuid)? = try? ColumnCoding.read(arguments[0], as: .uuid) else { return result.null() }
        result.text(uuid.uuidString)
    }

    private static let calendarPart = SQLFunction(
        SQLFunctions.calendarPartName,
        argumentCount: 3
    ) { arguments, result in
        guard let component = arguments[0].text, let calendar = arguments[1].text,
            case .date(let date)? = try? ColumnCoding.read(arguments[2], as: .date),
            let number = SQLFunctions.calendarPart(component, calendar, date)
        else { return result.null() }
        result.integer(Int64(number))
    }

    private static let hasByte = SQLFunction(SQLFunctions.hasByte, argumentCount: 2) { arguments, result in
        guard case .data(let data)? = try? ColumnCoding.read(arguments[0], as: .data),
            case .integer(let number)? = try? ColumnCoding.read(arguments[1], as: .integer(.uint8))
        else { return result.null() }
        result.integer(data.contains(UInt8(truncatingIfNeeded: number)) ? 1 : 0)
    }

    private static let startsWithBytes = SQLFunction(
        SQLFunctions.startsWithBytes,
        argumentCount: 2
    ) { arguments, result in
        guard case .data(let data)? = try? ColumnCoding.read(arguments[0], as: .data),
            case .data(let prefix)? = try? ColumnCoding.read(arguments[1], as: .data)
        else { return result.null() }
        result.integer(data.starts(with: prefix) ? 1 : 0)
    }

    private static let decimalKey = SQLFunction(SQLFunctions.decimalKeyName, argumentCount: 1) { arguments, result in
        guard let decimal = try? DecimalColumn.read(arguments[0]) else { return result.null() }
        result.blob(SQLFunctions.decimalKey(decimal))
    }

    private static let arithmetic = SQLFunction(SQLFunctions.arithmeticName, argumentCount: 4) { arguments, result in
        guard let op = arguments[0].text, let name = arguments[1].text,
            let number = QueryArithmetic.Number(rawValue: name),
            let left = try? ColumnCoding.read(arguments[2], as: number.form),
            let right = try? ColumnCoding.read(arguments[3], as: number.form),
            let value = SQLFunctions.arithmetic(op, name, left, right),
            (try? ColumnCoding.bind(value, as: number.form, to: &result)) != nil
        else { return result.null() }
    }

    /// The triggers of Core Data's derived attributes call these, which exist inside Apple's connection only, with
    /// table, entity, key, attribute and value: the triggers have written the value, and Core Data is notified so that
    /// objects get it.
    private static let derivedAttributeFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ].map { name in
        SQLFunction(name, argumentCount: 5) { arguments, result in
            DerivedRows.note(entity: arguments[1].integer, key: arguments[2].integer, connection: result.connection)
            result.null()
        }
    }
}

extension QueryArithmetic.Number {
    /// The form of the column that a number of this type is in.
    fileprivate var form: ColumnForm { ColumnForm(kind) ?? .integer(.int64) }
}
