import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Values go into a file through the column types of the Core Data layout, and are read back after it was reopened.
@Suite struct ColumnCodingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var form: ColumnForm
        var type: String
        var value: StoredValue
        /// `Date.description` traps for NaN and for dates far out.
        var testDescription: String {
            if case .date(let date) = value { return "date \(date.timeIntervalSinceReferenceDate)" }
            return String("\(type) \(value)".prefix(80))
        }
    }

    static let cases: [Case] = integers + numbers + texts + blobs

    static let integers: [Case] = {
        let widths: [(AttributeKind.Integer, Int64)] = [
            (.int8, -128), (.int16, 32_767), (.int32, -2_147_483_648), (.int64, .min), (.int64, .max), (.uint8, 255),
            (.uint16, 65_535), (.uint32, 4_294_967_295), (.uint64, .max), (.uint64, 0),
        ]
        let large: [UInt64] = [UInt64(Int64.max) + 1, .max]
        return [
            Case(form: .boolean, type: "INTEGER", value: .integer(0)),
            Case(form: .boolean, type: "INTEGER", value: .integer(1)),
        ]
            + widths.map { Case(form: .integer($0.0), type: "INTEGER", value: .integer($0.1)) }
            + large.map { Case(form: .integer(.uint64), type: "INTEGER", value: .unsigned($0)) }
    }()

    static let numbers: [Case] = {
        let doubles: [Double] = [
            0, -0.0, 1.5, .pi, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 0.1,
        ]
        let seconds: [Double] = [
            0, 1, 0.5, -86_400, 700_000_000.123456, .nan, .infinity, -63_114_076_800, 252_423_993_599, 1e300,
        ]
        let decimals = [
            "0", "1", "-1", "10.11", "0.1", "3.3333333332999993", "12345678901234567890.123456789012345678", "1e30",
            "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "123456789.123456789", "1e-100",
            "NaN",
        ]
        return doubles.map { Case(form: .double, type: "FLOAT", value: .double($0)) }
            + seconds.map {
                Case(form: .date, type: "TIMESTAMP", value: .date(Date(timeIntervalSinceReferenceDate: $0)))
            }
            + decimals.map { Case(form: .decimal, type: "DECIMAL", value: .decimal(Decimal(string: $0) ?? .nan)) }
    }()

    static let texts: [Case] = {
        let strings = [
            "", "plain", "nul\0inside\0", "\0", "e\u{301}≠é", "🇨🇦", "NaN", "12", String(repeating: "m", count: 1 << 20),
        ]
        let urls = ["https://example.com/a?b=c#d", "file:///tmp/x%20y", "relative/path", "mailto:a@b.c"]
        return strings.map { Case(form: .string, type: "VARCHAR", value: .string($0)) }
            + urls.compactMap { URL(string: $0) }.map { Case(form: .url, type: "VARCHAR", value: .url($0)) }
    }()

    static let blobs: [Case] = {
        let kinds: [ColumnForm] = [.data, .archivedJSON]
        let contents = [Data(), Data([0]), Data((0...255).map { UInt8($0) }), Data(count: 1 << 20)]
        return [Case(form: .uuid, type: "BLOB", value: .uuid(UUID()))]
            + kinds.flatMap { kind in contents.map { Case(form: kind, type: "BLOB", value: .data($0)) } }
    }()

    @Test(arguments: cases) func aValueSurvivesTheFile(_ test: Case) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        do {
            let connection = try StoreConnection.file(path)
            try connection.write { runner in
                try runner.run("CREATE TABLE T (V \(test.type))")
                try runner.run("INSERT INTO T VALUES (?)") {
                    try ColumnCoding.bind(test.value, as: test.form, to: &$0)
                }
            }
            try connection.close()
        }
        let reopened = try StoreConnection.file(path)
        var found: StoredValue?
        try reopened.readOnce { runner in
            try runner.query("SELECT V FROM T") { found = try ColumnCoding.read(0, as: test.form, of: $0) }
        }
        let isFound = found.map { isSame($0, test.value) } ?? false
        #expect(isFound, "\(test.testDescription) came back as another value")
    }

    @Test(arguments: [
        ColumnForm.boolean, .integer(.int64), .double, .date, .decimal, .string, .uuid, .url, .data, .archivedJSON,
    ])
    func nilIsNull(kind: ColumnForm) throws {
        let connection = try StoreConnection.inMemory()
        try connection.writeWithoutTransaction { runner in
            try runner.query("SELECT ?1, typeof(?1)") {
                try ColumnCoding.bind(.null, as: kind, to: &$0)
            } row: { row in
                #expect(row.text(1) == "null")
                guard case .null = try ColumnCoding.read(0, as: kind, of: row) else {
                    Issue.record("NULL was not read as nil")
                    return
                }
            }
        }
    }

    /// Amounts are read without printing them first, which must make no difference.
    @Test func aDecimalHasTheDigitsThatItsDoublePrints() throws {
        var random = SystemRandomNumberGenerator()
        var numbers: [Double] = [
            0, -0.0, 0.1 + 0.2, 1e15, 1e15 - 0.5, 999_999_999.999999, 1e-6, 5e-7, -32.38, 1e22, 2.5,
        ]
        let powers: [Double] = [1, 10, 100, 1_000, 1e6, 1e7]
        for _ in 0..<2_000 {
            let amount = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            numbers.append(Double(amount) / (powers.randomElement(using: &random) ?? 1))
            numbers.append(Double.random(in: -1e6...1e6, using: &random))
        }
        let connection = try StoreConnection.inMemory()
        try connection.readOnce { runner in
            for number in numbers {
                try runner.query("SELECT ?") {
                    $0.real(number)
                } row: { row in
                    let read = try ColumnCoding.read(0, as: .decimal, of: row)
                    let printed = try #require(Decimal(string: "\(number)"))
                    guard case .decimal(let decimal) = read else {
                        Issue.record("\(number) is no decimal")
                        return
                    }
                    #expect(decimal == printed && decimal.description == printed.description)
                }
            }
        }
    }

    @Test func largeUnsignedNumbersSortAfterEveryInteger() throws {
        let numbers: [UInt64] = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max - 1, .max]
        let connection = try StoreConnection.inMemory()
        var found: [UInt64] = []
        try connection.writeWithoutTransaction { runner in
            try runner.run("CREATE TABLE T (V INTEGER)")
            for number in numbers.reversed() {
                try runner.run("INSERT INTO T VALUES (?)") {
                    try ColumnCoding.bind(.unsigned(number), as: .integer(.uint64), to: &$0)
                }
            }
            try runner.query("SELECT V FROM T ORDER BY V") { row in
                switch try ColumnCoding.read(0, as: .integer(.uint64), of: row) {
                case .integer(let number): found.append(UInt64(number))
                case .unsigned(let number): found.append(number)
                default: Issue.record("not a number")
                }
            }
        }
        #expect(found == numbers)
    }

    struct Damage: Sendable {
        var form: ColumnForm
        var literal: String
    }

    @Test(arguments: [
        Damage(form: .boolean, literal: "'yes'"), Damage(form: .integer(.int8), literal: "128"),
        Damage(form: .integer(.uint32), literal: "-1"), Damage(form: .integer(.uint64), literal: "-1"),
        Damage(form: .integer(.uint64), literal: "x'00'"),
        Damage(form: .integer(.uint64), literal: "x'0000000000000001'"),
        Damage(form: .integer(.int64), literal: "1.5"), Damage(form: .double, literal: "'abc'"),
        Damage(form: .date, literal: "x'00'"), Damage(form: .decimal, literal: "x'7878'"),
        Damage(form: .decimal, literal: "'1'"), Damage(form: .string, literal: "x'61'"),
        Damage(form: .uuid, literal: "x'00'"), Damage(form: .uuid, literal: "'text'"), Damage(form: .url, literal: "1"),
        Damage(form: .data, literal: "'text'"), Damage(form: .archivedJSON, literal: "x'5b5d'"),
        Damage(form: .archivedJSON, literal: "x''"),
    ])
    func aWrongTypeIsAFailureAndNotAValue(_ damage: Damage) throws {
        let connection = try StoreConnection.inMemory()
        try connection.readOnce { runner in
            try runner.query("SELECT \(damage.literal)") { row in
                #expect(throws: ColumnFailure.self) { try ColumnCoding.read(0, as: damage.form, of: row) }
            }
        }
    }

    @Test func theReasonNamesTheFormInWords() throws {
        let connection = try StoreConnection.inMemory()
        try connection.readOnce { runner in
            try runner.query("SELECT 'secret', x'00'") { row in
                let number = #expect(throws: ColumnFailure.self) {
                    try ColumnCoding.read(0, as: .integer(.int64), of: row)
                }
                #expect(number?.reason == "expected a number of the type int64, found text")
                let json = #expect(throws: ColumnFailure.self) {
                    try ColumnCoding.read(0, as: .archivedJSON, of: row)
                }
                #expect(json?.reason == "expected JSON in a keyed archive, found text")
            }
        }
    }

    private func isSame(_ left: StoredValue, _ right: StoredValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
        case (.date(let left), .date(let right)):
            left == right
                || left.timeIntervalSinceReferenceDate.isNaN && right.timeIntervalSinceReferenceDate.isNaN
        case (.decimal(let left), .decimal(let right)): left == right || left.isNaN && right.isNaN
        case (.string(let left), .string(let right)): Array(left.utf8) == Array(right.utf8)
        case (.uuid(let left), .uuid(let right)): left == right
        case (.url(let left), .url(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        default: false
        }
    }
}
