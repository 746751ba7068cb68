package import SwiftDataCore

/// A value that a statement binds, and the kind of the column that it is compared with.
package struct SQLBinding: Sendable {
    package let value: StoredValue
    package let kind: AttributeKind

    package init(_ value: StoredValue, _ kind: AttributeKind) {
        self.value = value
        self.kind = kind
    }
}

/// A piece of SQL with its bindings in the order of its question marks. Values are never written into the text.
package struct SQLFragment: Sendable, ExpressibleByStringInterpolation {
    package var sql: String
    package var bindings: [SQLBinding]

    package init(_ sql: String, _ bindings: [SQLBinding] = []) {
        self.sql = sql
        self.bindings = bindings
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    package init(stringInterpolation: Interpolation) {
        self.init(stringInterpolation.sql, stringInterpolation.bindings)
    }

    /// A question mark.
    package init(binding value: StoredValue, _ kind: AttributeKind) {
        self.init("?", [SQLBinding(value, kind)])
    }

    package struct Interpolation: StringInterpolationProtocol {
        var sql = ""
        var bindings: [SQLBinding] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { sql += literal }

        package mutating func appendInterpolation(_ fragment: SQLFragment) {
            sql += fragment.sql
            bindings += fragment.bindings
        }

        package mutating func appendInterpolation(_ name: String) { sql += name }
        package mutating func appendInterpolation(_ number: Int64) { sql += String(number) }
    }
}

extension Sequence<SQLFragment> {
    /// The fragments with a separator between them.
    package func joined(_ separator: String) -> SQLFragment {
        var result = SQLFragment("")
        for (index, fragment) in enumerated() {
            if index > 0 { result.sql += separator }
            result.sql += fragment.sql
            result.bindings += fragment.bindings
        }
        return result
    }
}

extension Collection<SQLFragment> {
    /// The fragments joined by AND or OR. SQLite refuses an expression 1,000 operators deep, and the depth of a chain
    /// is its length: a long chain is built from shorter ones.
    package func chained(_ separator: String) -> SQLFragment {
        guard count > 250 else { return joined(separator) }
        var groups: [SQLFragment] = []
        var rest = self[...]
        while !rest.isEmpty {
            let group = rest.prefix(250)
            groups.append("(\(group.joined(separator)))")
            rest = rest.dropFirst(250)
        }
        return groups.chained(separator)
    }
}

extension SQLFragment {
    /// The depth of SQLite's parser stack that the fragment needs, in nested parentheses. The stack has room for about
    /// 100 symbols: 22 nested parentheses, 30 nested CASEs or 10 nested EXISTS are read, more are refused.
    package var depth: Int {
        var depth = 0
        var deepest = 0
        var word: [UInt8] = []
        var open: [Int] = []
        func close() { depth -= open.popLast() ?? 0 }
        for byte in sql.utf8 + [0x20] {
            if byte >= 0x41 && byte <= 0x5A || byte == 0x5F {
                word.append(byte)
                continue
            }
            if word.elementsEqual("CASE".utf8) {
                open.append(1)
                depth += 1
            } else if word.elementsEqual("END".utf8) {
                close()
            } else if word.elementsEqual("SELECT".utf8) {
                // Counts until the parenthesis around it closes.
                if let last = open.popLast() { open.append(last + 1) }
                depth += 1
            }
            word.removeAll(keepingCapacity: true)
            if byte == 0x28 {
                open.append(1)
                depth += 1
            } else if byte == 0x29 {
                close()
            }
            deepest = Swift.max(deepest, depth)
        }
        return deepest
    }
}
