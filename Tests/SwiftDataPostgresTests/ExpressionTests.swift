#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataSQL
import SwiftDataTesting
import TestSupport
import Testing

/// What the dialect calculates on the server, against Swift: values that predicates on random rows rarely meet.
@Suite struct ExpressionTests {
    private let connection: PostgresConnection
    private let dialect = PostgresDialect()

    init() throws { connection = try PostgresConnection(TestServer.url) }

    /// The SQL of a fragment, with its constants written out.
    private func text(_ fragment: SQLFragment) throws -> String {
        let pieces = fragment.sql.split(separator: "?", omittingEmptySubsequences: false)
        var sql = String(pieces[0])
        for (binding, piece) in zip(fragment.bindings, pieces.dropFirst()) {
            switch binding.value {
            case .string(let text): sql += "\(quoted(text))::text"
            case .data(let json): sql += "\(quoted(String(decoding: json, as: UTF8.self)))::jsonb"
            default: throw PostgresFailure(state: nil, message: "an unexpected constant", isConnectionLost: false)
            }
            sql += piece
        }
        return sql
    }

    private func quoted(_ text: String) -> String {
        // A mark would make another character of an apostrophe.
        "'\(text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }

    private func table(_ rows: [String]) -> String {
        "(VALUES \(rows.enumerated().map { "(\($0.offset), \($0.element))" }.joined(separator: ", ")))"
    }

    /// The results of an operation for all pairs of operands, as text.
    private func results(
        _ op: QueryArithmetic.Operator,
        _ number: QueryArithmetic.Number,
        _ operands: [String]
    ) throws -> [String?] {
        let value = try text(#require(dialect.arithmetic(op, number, "a.v", "b.v")))
        let result = try connection.run(
            """
            SELECT \(value)::text FROM \(table(operands)) AS a(i, v), \(table(operands)) AS b(i, v) ORDER BY a.i, b.i
            """
        )
        return (0..<result.count).map { result.text($0, 0) }
    }

    private static let operators: [QueryArithmetic.Operator] = [.add, .subtract, .multiply, .divide]

    private static let doubles: [Double] = {
        var random = SeededRandom(seed: 1)
        var all: [Double] = [
            0, -0.0, 1, -1, 0.1, 3, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-537, 0x1.8p-538, 0x1p-538,
            0x1p512, 0x1.fffffffffffffp511, 0x1p511, 0x1p970, 0x1.fp969, 0x1p1023, -0x1p1023, 0x1.0000000000001p-538,
            0x1.fffffffffffffp-538, 1e-300, 1e300, -1e200, 1e-200, 0x1.5555555555555p-537, 0x1.8000000000001p-538,
        ]
        for _ in 0..<24 { all.append(Double(bitPattern: random.next())) }
        return all
    }()

    @Test(arguments: operators) func doublesAreSwifts(_ op: QueryArithmetic.Operator) throws {
        let all = Self.doubles
        let found = try results(op, .double, all.map { "'\($0)'::float8" })
        for (index, text) in found.enumerated() {
            let (left, right) = (all[index / all.count], all[index % all.count])
            let wanted = try QueryArithmetic.Number.double.apply(op, .double(left), .double(right))
            guard case .double(let number) = wanted, let text, let result = Double(text) else {
                Issue.record("\(left) \(op.symbol) \(right) is \(text ?? "NULL")")
                continue
            }
            #expect(
                result.bitPattern == number.bitPattern || result.isNaN && number.isNaN,
                "\(left) \(op.symbol) \(right) is \(result), in Swift \(number)"
            )
        }
    }

    @Test(arguments: operators) func floatsAreSwifts(_ op: QueryArithmetic.Operator) throws {
        var random = SeededRandom(seed: 2)
        var all: [Float] = [
            0, -0.0, 1, -1, 0.1, 3, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-75, 0x1.8p-76, 0x1p64, 0x1.fffffep63, 0x1p103,
            0x1.fp102, 0x1p127,
        ]
        for _ in 0..<24 { all.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
        let found = try results(op, .float, all.map { "'\($0)'::float4" })
        for (index, text) in found.enumerated() {
            let (left, right) = (all[index / all.count], all[index % all.count])
            let wanted = try QueryArithmetic.Number.float.apply(op, .double(Double(left)), .double(Double(right)))
            guard case .double(let number) = wanted, let text, let result = Float(text) else {
                Issue.record("\(left) \(op.symbol) \(right) is \(text ?? "NULL")")
                continue
            }
            #expect(
                result.bitPattern == Float(number).bitPattern || result.isNaN && number.isNaN,
                "\(left) \(op.symbol) \(right) is \(result), in Swift \(number)"
            )
        }
    }

    @Test(arguments: QueryArithmetic.Operator.allCases) func wholeNumbersAreSwifts(
        _ op: QueryArithmetic.Operator
    ) throws {
        for number in QueryArithmetic.Number.allCases where number.isInteger {
            let all: [Int128] = [
                0, 1, 2, 3, 7, 100, -1, -2, -3, 127, -128, 255, 32_767, -32_768, 65_535, Int128(Int32.max),
                Int128(Int32.min), Int128(UInt32.max), Int128(Int64.max), Int128(Int64.min), Int128(UInt64.max),
                Int128(Int64.max) + 1,
            ]
            func stored(_ value: Int128) -> StoredValue? {
                Int64(exactly: value).map(StoredValue.integer) ?? UInt64(exactly: value).map(StoredValue.unsigned)
            }
            // A number that is none of the type is no operand.
            let operands = all.filter { value in
                stored(value).map { (try? number.apply(.add, $0, .integer(0))) != nil } ?? false
            }
            let type = number == .uint64 ? "numeric" : "bigint"
            let found = try results(op, number, operands.map { "(\($0))::\(type)" })
            for (index, text) in found.enumerated() {
                let (left, right) = (operands[index / operands.count], operands[index % operands.count])
                guard let first = stored(left), let second = stored(right) else { continue }
                let wanted: String? =
                    switch try? number.apply(op, first, second) {
                    case .integer(let value)?: String(value)
                    case .unsigned(let value)?: String(value)
                    default: nil
                    }
                #expect(text == wanted, "\(number.rawValue): \(left) \(op.symbol) \(right)")
            }
        }
    }

    /// NULL stands for an evaluation that has failed, or for nil.
    @Test func whatIsMadeOfNullIsNull() throws {
        for number in QueryArithmetic.Number.allCases {
            for op in QueryArithmetic.Operator.allCases where dialect.arithmetic(op, number, "", "") != nil {
                let type = number.isInteger ? "bigint" : "float8"
                let others =
                    number.isInteger ? ["0", "-1", "9223372036854775807"] : ["0", "-1e30", "1e-30", "'NaN'"]
                let operands = ["NULL::\(type)"] + others.map { "(\($0))::\(type)" }
                for (index, text) in try results(op, number, operands).enumerated()
                where index < operands.count || index % operands.count == 0 {
                    #expect(text == nil, "\(number.rawValue) \(op.symbol) \(index)")
                }
            }
        }
        var fragments: [SQLFragment?] = QueryText.Transform.allCases.map { dialect.transform($0, "(NULL::text)") }
        for op in [QueryText.Operator.contains, .startsWith, .endsWith] {
            for (left, right) in [("NULL::text", "''"), ("'a'", "NULL::text")] as [(SQLFragment, SQLFragment)] {
                if case .exact(let test) = dialect.text(op, "(\(left))", "(\(right))", plain: nil) {
                    fragments.append(test)
                }
            }
            if case .exact(let test) = dialect.text(
                op,
                "(NULL::text)",
                SQLFragment(binding: .string(""), .string),
                plain: nil
            ) {
                fragments.append(test)
            }
        }
        let calendar = try #require(QueryCalendar(Self.calendar))
        let argument = SQLFragment(binding: .string(try SQLFunctions.text(of: calendar)), .string)
        fragments += QueryCalendarPart.Component.allCases.map {
            dialect.calendarPart($0, argument, "(NULL::timestamptz)")
        }
        #expect(fragments.count > 20)
        for case let fragment? in fragments {
            let result = try connection.run("SELECT \(try text(fragment))")
            #expect(result.isNull(0, 0), "\(fragment.sql)")
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test func partsOfDatesAreFoundations() throws {
        var random = SeededRandom(seed: 3)
        // From 4713 BC to the year 20000, and both sides of 15 October 1582.
        var dates: [Double] = [
            -211_845_067_200 + 86_400, -13_197_600_000, -13_197_600_000 + 86_399.999_999, 0, -0.000_001,
        ]
        for _ in 0..<400 {
            dates.append(
                (Double(random.below(780_000_000_000)) - 211_000_000_000) + Double(random.below(1_000_000)) / 1e6
            )
        }
        for day in -40...40 { dates.append(-13_197_600_000 + Double(day) * 86_400) }
        let known = try #require(QueryCalendar(Self.calendar))
        let argument = SQLFragment(binding: .string(try SQLFunctions.text(of: known)), .string)
        let microseconds = dates.map { Int64(($0 * 1_000_000).rounded()) }
        let rows = microseconds.map { number in
            """
            '2001-01-01 00:00:00+00'::timestamptz + \(number / 1_000_000) * interval '1 s' \
            + \(number % 1_000_000) * interval '1 us'
            """
        }
        for component in QueryCalendarPart.Component.allCases {
            guard let part = dialect.calendarPart(component, argument, "d.v") else { continue }
            let result = try connection.run("SELECT \(try text(part)) FROM \(table(rows)) AS d(i, v) ORDER BY d.i")
            for (row, number) in microseconds.enumerated() {
                let date = Date(timeIntervalSinceReferenceDate: Double(number) / 1_000_000)
                let wanted = known.calendar.component(component.component, from: date)
                #expect(
                    result.integer(row, 0) == Int64(wanted),
                    "\(component.rawValue) of \(date.timeIntervalSinceReferenceDate)"
                )
            }
        }
    }

    private static let texts: [String] = {
        var random = SeededRandom(seed: 4)
        let scalars: [Unicode.Scalar] = [
            "\r", "\n", "a", "A", "K", "\u{212A}", "\u{301}", "\u{200D}", "\u{1F600}", "\u{1F468}", "\u{1F1E6}",
            "\u{1F1EB}",
            "\u{600}", "\u{903}", "\u{915}", "\u{94D}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "é", "ß", "İ",
            "ŉ",
            "\u{FB01}", "\u{FE0F}", "\u{1F3FB}", " ", "\t", "\u{200B}", "\u{3000}", "\u{85}", "\u{1}", "Σ", "ς",
            "\u{1C5}",
            "\u{10400}", "日", "'", "\\", "\u{E0061}", "\u{13430}", "\u{37E}", ";",
        ]
        return ["", "a", "A\r\n"]
            + (0..<400).map { _ in
                var text = String.UnicodeScalarView()
                for _ in 0...random.below(6) { text.append(scalars[random.below(scalars.count)]) }
                return String(text)
            }
    }()

    @Test(arguments: QueryText.Transform.allCases) func textsAreTransformedAsInSwift(
        _ transform: QueryText.Transform
    ) throws {
        let value = try text(#require(dialect.transform(transform, "s.v")))
        let rows = table(Self.texts.map { "\(quoted($0))::text" })
        let result = try connection.run("SELECT (\(value))::text FROM \(rows) AS s(i, v) ORDER BY s.i")
        for (row, text) in Self.texts.enumerated() {
            let found = result.text(row, 0)
            let wanted =
                switch transform.entry.result {
                case .text(let apply): apply(text)
                case .number(let apply): String(apply(text))
                case .condition(let apply): String(apply(text))
                }
            #expect(
                found.map { $0.unicodeScalars.elementsEqual(wanted.unicodeScalars) } == true,
                "\(transform.rawValue) of \(text.unicodeScalars.map(\.value))"
            )
        }
    }

    @Test(arguments: [QueryText.Operator.contains, .startsWith, .endsWith]) func textsAreSearchedAsInSwift(
        _ op: QueryText.Operator
    ) throws {
        let texts = Array(Self.texts.prefix(120))
        let rows = table(texts.map { "\(quoted($0))::text" })
        // Against a column, and against constants.
        guard case .exact(let general) = dialect.text(op, "s.v", "o.v", plain: nil) else {
            Issue.record("no answer")
            return
        }
        var questions: [(other: Int?, sql: String)] = [
            (nil, "SELECT s.i, o.i, \(try text(general)) FROM \(rows) AS s(i, v), \(rows) AS o(i, v)")
        ]
        for index in 0..<60 {
            let constant = SQLFragment(binding: .string(texts[index]), .string)
            guard case .exact(let test) = dialect.text(op, "s.v", constant, plain: nil) else { continue }
            questions.append((index, "SELECT s.i, \(index), \(try text(test)) FROM \(rows) AS s(i, v)"))
        }
        for question in questions {
            let result = try connection.run(question.sql)
            #expect(result.count > 0)
            for row in 0..<result.count {
                guard let first = result.integer(row, 0), let second = result.integer(row, 1) else { continue }
                let (left, right) = (texts[Int(first)], texts[Int(second)])
                let wanted = try op.apply(left, right).bool()
                #expect(
                    result.bool(row, 2) == wanted,
                    "\(left.unicodeScalars.map(\.value)) \(op.rawValue) \(right.unicodeScalars.map(\.value))"
                )
            }
        }
    }
}
#endif
