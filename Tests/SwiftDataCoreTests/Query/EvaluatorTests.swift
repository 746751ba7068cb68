import Foundation
import SwiftDataCore
import Testing

/// A predicate with a name, and Foundation's own evaluation as the oracle.
struct PredicateCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Voyage>

    init(_ name: String, _ predicate: Predicate<Voyage>) {
        testDescription = name
        self.predicate = predicate
    }
}

struct EvaluatorTests {
    @Test("The evaluator chooses the rows that Foundation chooses", arguments: PredicateCase.daily)
    func agreesWithFoundation(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        let node = QueryNode(test.predicate)
        #expect(node.firstUnsupported == nil)
        var evaluator = QueryEvaluator(node)
        let expected = try voyages.map { try test.predicate.evaluate($0) }
        let actual = voyages.map { evaluator.matches(ModelRow($0)) }
        #expect(actual == expected)
        #expect(evaluator.firstFailure == nil)
        // A predicate that chooses all or nothing would prove little.
        #expect(Set(expected).count == 2)
    }

    @Test("A query that has travelled chooses the same rows", arguments: PredicateCase.daily)
    func agreesAfterCoding(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        let encoded = try JSONEncoder().encode(QueryNode(test.predicate))
        var evaluator = QueryEvaluator(try JSONDecoder().decode(QueryNode.self, from: encoded))
        let expected = try voyages.map { try test.predicate.evaluate($0) }
        #expect(voyages.map { evaluator.matches(ModelRow($0)) } == expected)
    }
}

extension PredicateCase {
    static var daily: [PredicateCase] { comparisons + optionals + strings + collections + others }

    private static let day = Date(timeIntervalSinceReferenceDate: 5 * 86_400)
    private static let code = UUID(uuid: (95, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    static var comparisons: [PredicateCase] {
        let (day, code) = (day, code)
        let big = UInt64.max
        let part = Decimal(5) / 8
        return [
            PredicateCase("integer ==", #Predicate { $0.days == 2 }),
            PredicateCase("integer >", #Predicate { $0.days > 2 }),
            PredicateCase("integer <= and >=", #Predicate { $0.days <= 5 && $0.days >= 1 }),
            PredicateCase("or and not", #Predicate { $0.days == 1 || !($0.days < 4) }),
            PredicateCase("narrow integer", #Predicate { $0.crew < 0 }),
            PredicateCase("unsigned above the signed range", #Predicate { $0.tons == big }),
            PredicateCase("double, NaN among them, >", #Predicate { $0.speed > 1 }),
            PredicateCase("double, NaN among them, !(<)", #Predicate { !($0.speed < 1) }),
            PredicateCase("double, NaN among them, ==", #Predicate { $0.speed == $0.speed }),
            PredicateCase("decimal", #Predicate { $0.price == part }),
            PredicateCase("date <", #Predicate { $0.start < day }),
            PredicateCase("date == and !=", #Predicate { $0.start == day || $0.start != day && $0.days > 3 }),
            PredicateCase("UUID", #Predicate { $0.code == code }),
            PredicateCase("UUID order", #Predicate { $0.code < code }),
            PredicateCase("Boolean", #Predicate { $0.isOpen }),
            PredicateCase("Boolean, not", #Predicate { !$0.isOpen }),
            PredicateCase("Boolean == false", #Predicate { $0.isOpen == false }),
            PredicateCase("range", #Predicate { (1...4).contains($0.days) }),
            PredicateCase("half-open range", #Predicate { (1..<4).contains($0.days) }),
        ]
    }

    static var optionals: [PredicateCase] {
        let none: String? = nil
        let some: String? = "note 4"
        let day = day
        return [
            PredicateCase("== nil", #Predicate { $0.note == nil }),
            PredicateCase("!= nil", #Predicate { $0.note != nil }),
            PredicateCase("captured nil", #Predicate { $0.note == none }),
            PredicateCase("captured optional", #Predicate { $0.note == some }),
            PredicateCase("nil differs from a value", #Predicate { $0.note != "note 4" }),
            PredicateCase("??", #Predicate { ($0.note ?? "none") == "none" }),
            PredicateCase("?? of a Boolean", #Predicate { $0.isPaid ?? false }),
            PredicateCase("optional Boolean == true", #Predicate { $0.isPaid == true }),
            PredicateCase("optional Boolean != true", #Predicate { $0.isPaid != true }),
            PredicateCase("optional date with a fallback", #Predicate { ($0.end ?? day) > day }),
            PredicateCase("chain to a to-one", #Predicate { $0.captain?.name == "Ada" }),
            PredicateCase("chain to a to-one, !=", #Predicate { $0.captain?.name != "Ada" }),
            PredicateCase("chain to an optional", #Predicate { $0.captain?.nickname == nil }),
            PredicateCase("chain to a Boolean", #Predicate { $0.captain?.isRetired == true }),
            PredicateCase("to-one == nil", #Predicate { $0.captain == nil }),
            PredicateCase("to-one != nil", #Predicate { $0.captain != nil }),
            PredicateCase("if let", #Predicate { if let note = $0.note { note == "note 4" } else { $0.days > 5 } }),
            PredicateCase("conditional", #Predicate { $0.isOpen ? $0.days > 3 : $0.days < 3 }),
            PredicateCase("chain with a call", #Predicate { $0.note?.contains("1") == true }),
            PredicateCase("chain to an optional, ==", #Predicate { $0.captain?.nickname == "The Engine" }),
        ]
    }

    static var strings: [PredicateCase] {
        let accented = "Cafe\u{301}"
        let kelvin = "Kelvin K"
        return [
            PredicateCase("string ==", #Predicate { $0.name == "Alpha" }),
            PredicateCase("canonical equivalence", #Predicate { $0.name == accented }),
            PredicateCase("canonical equivalence with ASCII", #Predicate { $0.name == kelvin }),
            PredicateCase("string <", #Predicate { $0.name < "Cafe" }),
            PredicateCase("contains", #Predicate { $0.name.contains("a") }),
            PredicateCase("contains, canonically", #Predicate { $0.name.contains("é") }),
            PredicateCase("contains half of a character", #Predicate { $0.name.contains("\n") || $0.days == 0 }),
            PredicateCase("contains characters special to LIKE", #Predicate { $0.name.contains("%b_") }),
            PredicateCase("starts(with:)", #Predicate { $0.name.starts(with: "Al") }),
            PredicateCase("starts(with:), canonically", #Predicate { $0.name.starts(with: "Café") }),
            PredicateCase("isEmpty", #Predicate { $0.name.isEmpty }),
            PredicateCase("count", #Predicate { $0.name.count == 5 }),
        ]
    }

    static var collections: [PredicateCase] {
        let days = [1, 3, 5]
        let names: Set = ["Alpha", "Zebra", "Café"]
        let notes: [String?] = ["note 1", nil]
        return [
            PredicateCase("captured array", #Predicate { days.contains($0.days) }),
            PredicateCase("captured set", #Predicate { names.contains($0.name) }),
            PredicateCase("captured optionals", #Predicate { notes.contains($0.note) }),
            PredicateCase("to-many isEmpty", #Predicate { $0.legs.isEmpty }),
            PredicateCase("to-many count", #Predicate { $0.legs.count >= 2 }),
            PredicateCase("contains(where:)", #Predicate { $0.legs.contains { $0.miles > 20 } }),
            PredicateCase("allSatisfy", #Predicate { $0.legs.allSatisfy { $0.miles < 15 } }),
            PredicateCase("filter, count", #Predicate { $0.legs.filter { $0.miles > 10 }.count == 1 }),
            PredicateCase(
                "a closure that looks out",
                #Predicate { voyage in voyage.legs.contains { $0.miles == voyage.days + 13 } }
            ),
            PredicateCase(
                "two levels",
                #Predicate { voyage in voyage.captain.flatMap { $0.voyages.contains { $0.days > 9 } } == true }
            ),
            PredicateCase("tags", #Predicate { $0.tags.contains("x") }),
            PredicateCase("tags count", #Predicate { $0.tags.count == 2 }),
        ]
    }

    static var others: [PredicateCase] {
        let summer = Season.summer
        let good: Grade? = .good
        let sunny = Weather.sunny
        let rainy = Weather.rainy(5)
        let kiel = "Kiel"
        let table = ["Alpha": 1, "Zebra": 2]
        return [
            PredicateCase("enum", #Predicate { $0.season == summer }),
            PredicateCase("optional enum", #Predicate { $0.grade == good }),
            PredicateCase("raw value", #Predicate { $0.season.rawValue == "summer" }),
            PredicateCase("enum without raw value", #Predicate { $0.weather == sunny }),
            PredicateCase("enum with payload", #Predicate { $0.weather == rainy }),
            PredicateCase("member of a struct", #Predicate { $0.from.city == kiel }),
            PredicateCase("optional member of a struct", #Predicate { $0.from.pier == nil }),
            PredicateCase("member of an optional struct", #Predicate { $0.to?.pier == 5 }),
            PredicateCase("optional struct == nil", #Predicate { $0.to == nil }),
            PredicateCase(
                "member of a member",
                Predicate(all: [
                    #Predicate<Voyage> { $0.from.position.latitude == 0 }, #Predicate<Voyage> { $0.days > 1 },
                ])
            ),
            PredicateCase("arithmetic", #Predicate { $0.days * 2 + 1 > 7 }),
            PredicateCase("integer division", #Predicate { $0.days / 2 == 1 }),
            PredicateCase("remainder", #Predicate { $0.days % 4 == -3 }),
            PredicateCase("unary minus", #Predicate { -$0.days < 0 }),
            PredicateCase("dictionary", #Predicate { table[$0.name] == 2 }),
            PredicateCase("dictionary with default", #Predicate { table[$0.name, default: 9] == 9 }),
        ]
    }
}
