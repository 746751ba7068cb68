import Foundation
import SwiftDataCore
import Testing

/// Trees that travel as JSON.
struct TreeTests {
    private func travelled(_ node: QueryNode) throws -> QueryNode {
        try JSONDecoder().decode(QueryNode.self, from: JSONEncoder().encode(node))
    }

    private static let name = QueryNode.property(
        QueryProperty(base: .root, entityName: "Voyage", name: "name", role: .attribute)
    )
    private static let days = QueryNode.property(
        QueryProperty(base: .root, entityName: "Voyage", name: "days", role: .attribute)
    )
    private static let legs = QueryNode.property(
        QueryProperty(base: .root, entityName: "Voyage", name: "legs", role: .toMany)
    )
    private static let captain = QueryNode.property(
        QueryProperty(base: .root, entityName: "Voyage", name: "captain", role: .toOne)
    )
    private static let one = QueryNode.value(QueryValue(.integer(1)))
    private static let text = QueryNode.value(QueryValue(.string("a")))
    private static let leg = QueryVariable(number: 1)

    /// A node of each kind, with each of its operators.
    private static var nodes: [QueryNode] {
        let test = QueryNode.comparison(QueryComparison(days, .greater, one))
        let comparisons: [QueryComparison.Operator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        let texts: [QueryText.Operator] = [
            .contains, .startsWith, .endsWith, .localizedStandardContains, .localizedCompare, .localizedStandardCompare,
            .caseInsensitiveCompare,
        ]
        let transforms: [QueryText.Transform] = [.lowercased, .uppercased, .trimmed, .count, .isEmpty]
        let arithmetic: [QueryArithmetic.Operator] = [.add, .subtract, .multiply, .divide, .remainder]
        let numbers: [QueryArithmetic.Number] = [
            .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double, .decimal,
        ]
        var all: [QueryNode] = [
            .root, .true, .false, .nil, name, captain, .identifier(captain), .variable(leg),
            .list([QueryValue(.integer(1)), QueryValue(.null)]), .list([]),
            .logic(.and([test, test])), .logic(.or([test, test])), .logic(.not(test)),
            .optional(.flatMap(captain, variable: leg, transform: .variable(leg))),
            .optional(.coalesce(name, fallback: text)), .optional(.unwrap(name)),
            .conditional(QueryConditional(test: test, yes: one, no: days)),
            .text(.matches(name, pattern: "a.c")),
            .bytes(.contains(name, byte: one)), .bytes(.startsWith(name, prefix: text)),
            .collection(.contains(legs, element: captain)),
            .collection(.containsWhere(legs, variable: leg, test: test)),
            .collection(.allSatisfy(legs, variable: leg, test: test)),
            .collection(.filter(legs, variable: leg, test: test)),
            .collection(.count(legs)), .collection(.isEmpty(legs)), .collection(.minimum(legs)),
            .collection(.maximum(legs)), .collection(.element(legs, index: one)),
            .range(QueryRange(lower: one, upper: days, includesUpper: true, element: days)),
            .range(QueryRange(lower: nil, upper: days, includesUpper: false, element: days)),
            .range(QueryRange(lower: one, upper: nil, includesUpper: true, element: days)),
            .lookup(QueryLookup(entries: [.init(key: .init(.string("k")), value: .init(.integer(1)))], key: name)),
            .lookup(QueryLookup(entries: [], key: name, fallback: one)),
            .cast(QueryCast(.check, captain, entityName: "Captain")),
            .cast(QueryCast(.conditional, captain, entityName: "Captain")),
            .cast(QueryCast(.forced, captain, entityName: "Captain")),
        ]
        if let calendar = QueryCalendar(Calendar(identifier: .hebrew)) {
            all += QueryCalendarPart.Component.allCases.map { .calendar(QueryCalendarPart($0, in: calendar, of: name)) }
        }
        all += QueryPart.Kind.allCases.map { .part(QueryPart($0, of: name)) }
        all += comparisons.map { .comparison(QueryComparison(days, $0, one)) }
        all += texts.map { .text(.binary($0, name, text)) }
        all += transforms.map { .text(.unary($0, name)) }
        all += numbers.flatMap { number in arithmetic.map { .arithmetic(.binary($0, number, days, one)) } }
        all += numbers.map { .arithmetic(.negate($0, days)) }
        return all
    }

    @Test("A node of each kind survives JSON, with everything in it")
    func everyNode() throws {
        var kinds: Set<String> = []
        for node in Self.nodes {
            // The dump of a tree names each case and shows each value in it.
            #expect(dumped(try travelled(node)) == dumped(node))
            kinds.insert(String(describing: Mirror(reflecting: node).children.first?.label ?? ""))
        }
        #expect(kinds.count == 18)
    }

    @Test("A node of each kind survives a property list")
    func propertyLists() throws {
        for node in Self.nodes {
            let list = try PropertyListEncoder().encode(node)
            #expect(dumped(try PropertyListDecoder().decode(QueryNode.self, from: list)) == dumped(node))
        }
    }

    private func dumped(_ node: QueryNode) -> String {
        var text = ""
        dump(node, to: &text)
        return text
    }

    @Test("Each kind of constant survives JSON, by its bits")
    func constants() throws {
        let id = Fleet().voyages[0].persistentModelID
        let values: [StoredValue] = [
            .null, .integer(.min), .integer(.max), .unsigned(.max), .double(0), .double(.infinity),
            .double(-.infinity), .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude), .string(""),
            .string("a\0b\"\\\u{301}\r\n\u{1F600}"), .date(.distantPast),
            .date(Date(timeIntervalSinceReferenceDate: 0.1)),
            .uuid(UUID()), .decimal(Decimal(string: "-12345678901234567890.123456789") ?? 0),
            .decimal(.greatestFiniteMagnitude), .data(Data()), .data(Data([0, 255])),
            .composite([.integer(1), .null, .composite([.string("x")])]), .identifier(id), .identifiers([id, id]),
            .identifiers([]),
        ]
        for value in values {
            guard case .value(let read) = try travelled(.value(QueryValue(value))) else {
                Issue.record("another node")
                continue
            }
            #expect(StoredValueComparison.equal(read.stored, value), "\(value)")
        }
        for bits in [
            Double.nan.bitPattern, Double.signalingNaN.bitPattern, (-Double.nan).bitPattern, (-0.0).bitPattern,
        ] {
            let node = try travelled(.value(QueryValue(.double(Double(bitPattern: bits)))))
            guard case .value(let read) = node, case .double(let number) = read.stored else {
                Issue.record("another node")
                continue
            }
            #expect(number.bitPattern == bits)
        }
        guard case .value(let read) = try travelled(.value(QueryValue(.decimal(.nan)))),
            case .decimal(let number) = read.stored
        else {
            Issue.record("another node")
            return
        }
        #expect(number.isNaN)
    }

    @Test("A tree of 200 levels travels and still chooses the same rows")
    func depth() throws {
        var node = QueryNode.comparison(QueryComparison(Self.days, .greater, .value(QueryValue(.integer(4)))))
        for level in 0..<200 {
            let other = QueryNode.comparison(
                QueryComparison(Self.days, .equal, .value(QueryValue(.integer(Int64(level)))))
            )
            node = level % 2 == 0 ? .logic(.and([.logic(.not(node)), .true])) : .or([other, node])
        }
        let voyages = Fleet().voyages
        var before = QueryEvaluator(node)
        var after = QueryEvaluator(try travelled(node))
        let expected = voyages.map { before.matches(ModelRow($0)) }
        #expect(voyages.map { after.matches(ModelRow($0)) } == expected)
        #expect(Set(expected).count == 2)
        #expect(after.firstFailure == nil)
    }

    @Test("What the tree has no word for cannot travel, and neither can a constant without stored form")
    func untravellable() {
        let computed = #Predicate<Voyage> { $0.title == "Café!" }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(QueryNode(computed)) }
        let object = QueryNode.value(QueryValue(.object(ObjectBox(any: Weather.sunny))))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(object) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(QueryNode.value(QueryValue(.unloaded))) }
    }

    @Test("A conjunction of nothing is true, a disjunction of nothing false")
    func emptyChains() throws {
        var all = QueryEvaluator(.and([]))
        var any = QueryEvaluator(.or([]))
        let row = ModelRow(Fleet().voyages[0])
        let results = (all.matches(row), any.matches(row))
        #expect(results == (true, false))
    }
}
