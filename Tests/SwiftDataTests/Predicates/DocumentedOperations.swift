import SwiftData
import SwiftDataCore

/// An operation in the table of docs/predicates.md. The Swift text that the table shows is read from the line that the
/// operation stands on, so that it is the text that was compiled.
struct DocumentedOperation: Sendable {
    let name: String
    let line: Int
    let query: QueryNode?
    let sort: [QuerySort]

    init(_ name: String, line: Int = #line, _ predicate: Predicate<Voyage>) {
        self.name = name
        self.line = line
        query = QueryNode(predicate)
        sort = []
    }

    init(_ name: String, line: Int = #line, _ descriptor: SortDescriptor<Voyage>) throws {
        self.name = name
        self.line = line
        query = nil
        sort = [try QuerySort(descriptor)]
    }
}

/// The operations of each section, one to a line.
struct DocumentedSection: Sendable {
    let title: String
    let operations: [DocumentedOperation]

    static let source = #filePath

    static var all: [DocumentedSection] {
        get throws {
            [
                DocumentedSection(title: "Comparisons and logic", operations: comparisons),
                DocumentedSection(title: "Optionals and conditionals", operations: optionals),
                DocumentedSection(title: "Arithmetic and ranges", operations: numbers),
                DocumentedSection(title: "Strings", operations: strings),
                DocumentedSection(title: "Values of other types", operations: values),
                DocumentedSection(title: "Relationships", operations: relationships),
                DocumentedSection(title: "Captured and stored collections", operations: collections),
                DocumentedSection(title: "Predicates inside predicates", operations: nested),
                DocumentedSection(title: "Sort descriptors", operations: try sorts),
            ]
        }
    }

    private static var comparisons: [DocumentedOperation] {
        [
            DocumentedOperation("equal", #Predicate { $0.days == 2 }),
            DocumentedOperation("not equal", #Predicate { $0.days != 2 }),
            DocumentedOperation("less", #Predicate { $0.days < 2 }),
            DocumentedOperation("less or equal", #Predicate { $0.days <= 2 }),
            DocumentedOperation("greater", #Predicate { $0.days > 2 }),
            DocumentedOperation("greater or equal", #Predicate { $0.days >= 2 }),
            DocumentedOperation("a Boolean", #Predicate { $0.isOpen }),
            DocumentedOperation("and", #Predicate { $0.isOpen && $0.days > 2 }),
            DocumentedOperation("or", #Predicate { $0.isOpen || $0.days > 2 }),
            DocumentedOperation("not", #Predicate { !$0.isOpen }),
            DocumentedOperation("always", #Predicate { _ in true }),
        ]
    }

    private static var optionals: [DocumentedOperation] {
        [
            DocumentedOperation("is nil", #Predicate { $0.note == nil }),
            DocumentedOperation("is not nil", #Predicate { $0.note != nil }),
            DocumentedOperation("an optional equals a value", #Predicate { $0.note == "x" }),
            DocumentedOperation("an optional differs from a value", #Predicate { $0.note != "x" }),
            DocumentedOperation("a fallback", #Predicate { ($0.note ?? "none") == "none" }),
            DocumentedOperation("unwrapping", #Predicate { $0.note! == "x" }),
            DocumentedOperation("a call on an optional", #Predicate { $0.note?.contains("x") == true }),
            DocumentedOperation("if let", #Predicate { if let note = $0.note { note == "x" } else { false } }),
            DocumentedOperation("conditional", #Predicate { $0.isOpen ? $0.days > 3 : $0.days < 3 }),
        ]
    }

    private static var numbers: [DocumentedOperation] {
        [
            DocumentedOperation("add", #Predicate { $0.days + 1 > 2 }),
            DocumentedOperation("subtract", #Predicate { $0.days - 1 > 2 }),
            DocumentedOperation("multiply", #Predicate { $0.days * 2 > 2 }),
            DocumentedOperation("divide whole numbers", #Predicate { $0.days / 2 > 2 }),
            DocumentedOperation("divide numbers", #Predicate { $0.speed / 2 > 2 }),
            DocumentedOperation("remainder", #Predicate { $0.days % 2 == 1 }),
            DocumentedOperation("divide by a value of the row", #Predicate { 10 / $0.days == 2 }),
            DocumentedOperation("negate", #Predicate { -$0.days < 2 }),
            DocumentedOperation("arithmetic on `Decimal`", #Predicate { ($0.price ?? 0) + 1 > 2 }),
            DocumentedOperation("closed range", #Predicate { (1...4).contains($0.days) }),
            DocumentedOperation("half-open range", #Predicate { (1..<4).contains($0.days) }),
            DocumentedOperation("range with one end", #Predicate { (1...).contains($0.days) }),
            DocumentedOperation("range with a bound of the row", #Predicate { ($0.days...9).contains(4) }),
        ]
    }

    private static var strings: [DocumentedOperation] {
        [
            DocumentedOperation("equal", #Predicate { $0.name == "Alpha" }),
            DocumentedOperation("order", #Predicate { $0.name < "Alpha" }),
            DocumentedOperation("`contains`", #Predicate { $0.name.contains("a") }),
            DocumentedOperation("`starts(with:)`", #Predicate { $0.name.starts(with: "Al") }),
            DocumentedOperation("`hasPrefix`, an addition", #Predicate { $0.name.hasPrefix("Al") }),
            DocumentedOperation("`hasSuffix`, an addition", #Predicate { $0.name.hasSuffix("a") }),
            DocumentedOperation("`localizedStandardContains`", #Predicate { $0.name.localizedStandardContains("a") }),
            DocumentedOperation("`localizedCompare`", #Predicate { $0.name.localizedCompare("a") == .orderedSame }),
            DocumentedOperation(
                "`localizedStandardCompare`, an addition",
                #Predicate { $0.name.localizedStandardCompare("a") == .orderedSame }
            ),
            DocumentedOperation(
                "`caseInsensitiveCompare`",
                #Predicate { $0.name.caseInsensitiveCompare("a") == .orderedSame }
            ),
            DocumentedOperation("`count`", #Predicate { $0.name.count == 5 }),
            DocumentedOperation("`isEmpty`", #Predicate { $0.name.isEmpty }),
            DocumentedOperation("`lowercased()`, an addition", #Predicate { $0.name.lowercased() == "alpha" }),
            DocumentedOperation("`uppercased()`, an addition", #Predicate { $0.name.uppercased() == "ALPHA" }),
            DocumentedOperation(
                "`trimmingCharacters(in:)`, an addition",
                #Predicate { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" }
            ),
            DocumentedOperation("a regular expression", #Predicate { $0.name.contains(/Al.*a/) }),
        ]
    }

    private static var values: [DocumentedOperation] {
        let (day, code, part) = (Date.distantPast, UUID(), Decimal(1))
        let (sunny, harbour) = (Weather.sunny, Harbour(city: "Kiel"))
        return [
            DocumentedOperation("a date", #Predicate { $0.start < day }),
            DocumentedOperation("a `UUID`", #Predicate { $0.code == code }),
            DocumentedOperation("a `Decimal`", #Predicate { $0.price == part }),
            DocumentedOperation("a floating-point number", #Predicate { $0.speed >= 1.5 }),
            DocumentedOperation("an enum", #Predicate { $0.season == Season.summer }),
            DocumentedOperation("the raw value of an enum", #Predicate { $0.season.rawValue == "summer" }),
            DocumentedOperation("an enum with a payload", #Predicate { $0.weather == sunny }),
            DocumentedOperation("a struct", #Predicate { $0.from == harbour }),
            DocumentedOperation("a member of a struct", #Predicate { $0.from.city == "Kiel" }),
            DocumentedOperation("a member of a member", #Predicate { $0.from.position.latitude > 0 }),
            DocumentedOperation("a member of an optional struct", #Predicate { $0.to?.pier == 5 }),
            DocumentedOperation("a computed property", #Predicate { $0.title == "Alpha!" }),
        ]
    }

    private static var relationships: [DocumentedOperation] {
        let id = Voyage("").persistentModelID
        let ada = Captain("").persistentModelID
        return [
            DocumentedOperation("an identifier", #Predicate { $0.persistentModelID == id }),
            DocumentedOperation("the identifier of a to-one", #Predicate { $0.captain?.persistentModelID == ada }),
            DocumentedOperation("to-one is nil", #Predicate { $0.captain == nil }),
            DocumentedOperation("through a to-one", #Predicate { $0.captain?.name == "Ada" }),
            DocumentedOperation("through a to-one, unwrapped", #Predicate { $0.captain!.name == "Ada" }),
            DocumentedOperation("`isEmpty`", #Predicate { $0.legs.isEmpty }),
            DocumentedOperation("`count`", #Predicate { $0.legs.count == 2 }),
            DocumentedOperation("`contains(where:)`", #Predicate { $0.legs.contains { $0.miles > 3 } }),
            DocumentedOperation("`allSatisfy`", #Predicate { $0.legs.allSatisfy { $0.miles > 3 } }),
            DocumentedOperation("`filter`", #Predicate { $0.legs.filter { $0.miles > 3 }.count == 1 }),
            DocumentedOperation("many to many", #Predicate { $0.ports.contains { $0.name == "Kiel" } }),
            DocumentedOperation("two levels", #Predicate { $0.captain!.voyages.contains { $0.days > 3 } }),
            DocumentedOperation("by index", #Predicate { $0.legs[0].miles > 3 }),
            DocumentedOperation("`is`", #Predicate { $0.captain is Captain }),
            DocumentedOperation("`as?`", #Predicate { ($0.captain as? Captain)?.name == "Ada" }),
            DocumentedOperation("`as!`", #Predicate { ($0.captain as! Captain).name == "Ada" }),
        ]
    }

    private static var collections: [DocumentedOperation] {
        let (days, names, table) = ([1, 3, 5], Set(["Alpha", "Zebra"]), ["Alpha": 1])
        return [
            DocumentedOperation("a captured array contains", #Predicate { days.contains($0.days) }),
            DocumentedOperation("a captured set contains", #Predicate { names.contains($0.name) }),
            DocumentedOperation("a captured dictionary", #Predicate { table[$0.name] == 1 }),
            DocumentedOperation("a dictionary, with a default", #Predicate { table[$0.name, default: 2] == 1 }),
            DocumentedOperation("an attribute contains", #Predicate { $0.tags.contains("x") }),
            DocumentedOperation("`count` of an attribute", #Predicate { $0.tags.count == 2 }),
            DocumentedOperation("`isEmpty` of an attribute", #Predicate { $0.tags.isEmpty }),
            DocumentedOperation("`min()`", #Predicate { $0.tags.min() == "x" }),
            DocumentedOperation("`max()`", #Predicate { $0.tags.max() == "x" }),
        ]
    }

    private static var nested: [DocumentedOperation] {
        let isLong = #Predicate<Voyage> { $0.days > 3 }
        let double = #Expression<Voyage, Int> { $0.days * 2 }
        let filters = [isLong, #Predicate<Voyage> { $0.isOpen }]
        return [
            DocumentedOperation("a predicate", #Predicate { isLong.evaluate($0) }),
            DocumentedOperation("an expression", #Predicate { double.evaluate($0) > 4 }),
            DocumentedOperation("all of a list", Predicate(all: filters)),
            DocumentedOperation("any of a list", Predicate(any: filters)),
        ]
    }

    private static var sorts: [DocumentedOperation] {
        get throws {
            [
                try DocumentedOperation("a number", SortDescriptor(\Voyage.days)),
                try DocumentedOperation("reverse", SortDescriptor(\Voyage.days, order: .reverse)),
                try DocumentedOperation("a string, as people expect it", SortDescriptor(\Voyage.name)),
                try DocumentedOperation("a string, lexically", SortDescriptor(\Voyage.name, comparator: .lexical)),
                try DocumentedOperation("an optional", SortDescriptor(\Voyage.end)),
                try DocumentedOperation("through a to-one", SortDescriptor(\Voyage.captain?.isRetired)),
            ]
        }
    }
}
