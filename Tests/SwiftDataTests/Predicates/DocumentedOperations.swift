import SwiftData
import SwiftDataCore

/// An operation in the table of docs/predicates.md. The Swift text that the table shows is read from the line that the
/// operation stands on, so that it is the text that was compiled.
struct DocumentedOperation: Sendable {
    let name: String
    let line: Int
    let entity: String
    let query: QueryNode?
    let sort: [QuerySort]

    init<Model: PersistentModel>(_ name: String, line: Int = #line, _ predicate: Predicate<Model>) {
        self.name = name
        self.line = line
        entity = Schema.entityName(for: Model.self)
        query = QueryNode(predicate)
        sort = []
    }

    init(_ name: String, line: Int = #line, _ descriptor: SortDescriptor<Voyage>) throws {
        self.name = name
        self.line = line
        entity = Schema.entityName(for: Voyage.self)
        query = nil
        sort = [try QuerySort(descriptor)]
    }
}

/// The operations of each section, one to a line.
struct DocumentedSection: Sendable {
    let title: String
    let operations: [DocumentedOperation]

    static let source = #filePath
    /// The store that the identifiers in the examples are of.
    static let store = "example"

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
            DocumentedOperation("equal", #Predicate<Voyage> { $0.days == 2 }),
            DocumentedOperation("not equal", #Predicate<Voyage> { $0.days != 2 }),
            DocumentedOperation("less", #Predicate<Voyage> { $0.days < 2 }),
            DocumentedOperation("less or equal", #Predicate<Voyage> { $0.days <= 2 }),
            DocumentedOperation("greater", #Predicate<Voyage> { $0.days > 2 }),
            DocumentedOperation("greater or equal", #Predicate<Voyage> { $0.days >= 2 }),
            DocumentedOperation("a Boolean", #Predicate<Voyage> { $0.isOpen }),
            DocumentedOperation("and", #Predicate<Voyage> { $0.isOpen && $0.days > 2 }),
            DocumentedOperation("or", #Predicate<Voyage> { $0.isOpen || $0.days > 2 }),
            DocumentedOperation("not", #Predicate<Voyage> { !$0.isOpen }),
            DocumentedOperation("always", #Predicate<Voyage> { _ in true }),
        ]
    }

    private static var optionals: [DocumentedOperation] {
        [
            DocumentedOperation("is nil", #Predicate<Voyage> { $0.note == nil }),
            DocumentedOperation("is not nil", #Predicate<Voyage> { $0.note != nil }),
            DocumentedOperation("an optional equals a value", #Predicate<Voyage> { $0.note == "x" }),
            DocumentedOperation("an optional differs from a value", #Predicate<Voyage> { $0.note != "x" }),
            DocumentedOperation("a fallback", #Predicate<Voyage> { ($0.note ?? "none") == "none" }),
            DocumentedOperation("unwrapping", #Predicate<Voyage> { $0.note! == "x" }),
            DocumentedOperation("a call on an optional", #Predicate<Voyage> { $0.note?.contains("x") == true }),
            DocumentedOperation("if let", #Predicate<Voyage> { if let note = $0.note { note == "x" } else { false } }),
            DocumentedOperation("conditional", #Predicate<Voyage> { $0.isOpen ? $0.days > 3 : $0.days < 3 }),
        ]
    }

    private static var numbers: [DocumentedOperation] {
        [
            DocumentedOperation("add", #Predicate<Voyage> { $0.days + 1 > 2 }),
            DocumentedOperation("subtract", #Predicate<Voyage> { $0.days - 1 > 2 }),
            DocumentedOperation("multiply", #Predicate<Voyage> { $0.days * 2 > 2 }),
            DocumentedOperation("divide whole numbers", #Predicate<Voyage> { $0.days / 2 > 2 }),
            DocumentedOperation("divide numbers", #Predicate<Voyage> { $0.speed / 2 > 2 }),
            DocumentedOperation("remainder", #Predicate<Voyage> { $0.days % 2 == 1 }),
            DocumentedOperation("divide by a value of the row", #Predicate<Voyage> { 10 / $0.days == 2 }),
            DocumentedOperation("negate", #Predicate<Voyage> { -$0.days < 2 }),
            DocumentedOperation("arithmetic on `Decimal`", #Predicate<Voyage> { ($0.price ?? 0) + 1 > 2 }),
            DocumentedOperation("closed range", #Predicate<Voyage> { (1...4).contains($0.days) }),
            DocumentedOperation("half-open range", #Predicate<Voyage> { (1..<4).contains($0.days) }),
            DocumentedOperation("range with one end", #Predicate<Voyage> { (1...).contains($0.days) }),
            DocumentedOperation("range with a bound of the row", #Predicate<Voyage> { ($0.days...9).contains(4) }),
        ]
    }

    private static var strings: [DocumentedOperation] {
        [
            DocumentedOperation("equal", #Predicate<Voyage> { $0.name == "Alpha" }),
            DocumentedOperation("order", #Predicate<Voyage> { $0.name < "Alpha" }),
            DocumentedOperation("`contains`", #Predicate<Voyage> { $0.name.contains("a") }),
            DocumentedOperation("`starts(with:)`", #Predicate<Voyage> { $0.name.starts(with: "Al") }),
            DocumentedOperation("`hasPrefix`, an addition", #Predicate<Voyage> { $0.name.hasPrefix("Al") }),
            DocumentedOperation("`hasSuffix`, an addition", #Predicate<Voyage> { $0.name.hasSuffix("a") }),
            DocumentedOperation(
                "`localizedStandardContains`",
                #Predicate<Voyage> { $0.name.localizedStandardContains("a") }
            ),
            DocumentedOperation(
                "`localizedCaseInsensitiveContains`, an addition",
                #Predicate<Voyage> { $0.name.localizedCaseInsensitiveContains("a") }
            ),
            DocumentedOperation(
                "`localizedCompare`",
                #Predicate<Voyage> { $0.name.localizedCompare("a") == .orderedSame }
            ),
            DocumentedOperation(
                "`localizedStandardCompare`, an addition",
                #Predicate<Voyage> { $0.name.localizedStandardCompare("a") == .orderedSame }
            ),
            DocumentedOperation(
                "`caseInsensitiveCompare`",
                #Predicate<Voyage> { $0.name.caseInsensitiveCompare("a") == .orderedSame }
            ),
            DocumentedOperation("`count`", #Predicate<Voyage> { $0.name.count == 5 }),
            DocumentedOperation("`isEmpty`", #Predicate<Voyage> { $0.name.isEmpty }),
            DocumentedOperation("`lowercased()`, an addition", #Predicate<Voyage> { $0.name.lowercased() == "alpha" }),
            DocumentedOperation("`uppercased()`, an addition", #Predicate<Voyage> { $0.name.uppercased() == "ALPHA" }),
            DocumentedOperation(
                "`trimmingCharacters(in:)`, an addition",
                #Predicate<Voyage> { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" }
            ),
            DocumentedOperation("a regular expression", #Predicate<Voyage> { $0.name.contains(/Al.*a/) }),
        ]
    }

    private static var values: [DocumentedOperation] {
        let (day, code, part) = (Date.distantPast, UUID(), Decimal(1))
        let (byte, bytes) = (UInt8(1), Data([1]))
        let (sunny, harbour) = (Weather.sunny, Harbour(city: "Kiel"))
        let calendar = Calendar(identifier: .gregorian)
        return [
            DocumentedOperation("a date", #Predicate<Voyage> { $0.start < day }),
            DocumentedOperation("a `UUID`", #Predicate<Voyage> { $0.code == code }),
            DocumentedOperation("a `Decimal`", #Predicate<Voyage> { $0.price == part }),
            DocumentedOperation("a floating-point number", #Predicate<Voyage> { $0.speed >= 1.5 }),
            DocumentedOperation("an enum", #Predicate<Voyage> { $0.season == Season.summer }),
            DocumentedOperation("the raw value of an enum", #Predicate<Voyage> { $0.season.rawValue == "summer" }),
            DocumentedOperation("an enum with a payload", #Predicate<Voyage> { $0.weather == sunny }),
            DocumentedOperation("a struct", #Predicate<Voyage> { $0.from == harbour }),
            DocumentedOperation("a member of a struct", #Predicate<Voyage> { $0.from.city == "Kiel" }),
            DocumentedOperation("a member of a member", #Predicate<Voyage> { $0.from.position.latitude > 0 }),
            DocumentedOperation("a member of an optional struct", #Predicate<Voyage> { $0.to?.pier == 5 }),
            DocumentedOperation("`Data` contains a byte", #Predicate<Vessel> { $0.seal.contains(byte) }),
            DocumentedOperation("`Data` starts with", #Predicate<Vessel> { $0.seal.starts(with: bytes) }),
            DocumentedOperation("`Data` count", #Predicate<Vessel> { $0.seal.count == 2 }),
            DocumentedOperation("the text of a `URL`", #Predicate<Vessel> { $0.page.absoluteString == "x" }),
            DocumentedOperation("the text of a `UUID`", #Predicate<Vessel> { $0.code.uuidString == "x" }),
            DocumentedOperation("seconds of a date", #Predicate<Vessel> { $0.built.timeIntervalSince1970 > 2 }),
            DocumentedOperation(
                "seconds of a date",
                #Predicate<Vessel> { $0.built.timeIntervalSinceReferenceDate > 2 }
            ),
            DocumentedOperation(
                "a moved date, an addition",
                #Predicate<Vessel> { $0.built.addingTimeInterval(60) > day }
            ),
            DocumentedOperation(
                "the time between dates, an addition",
                #Predicate<Vessel> { $0.built.timeIntervalSince(day) > 60 }
            ),
            DocumentedOperation(
                "a part of a date, an addition",
                #Predicate<Voyage> { calendar.component(.year, from: $0.start) == 2027 }
            ),
            DocumentedOperation(
                "the day of a date, an addition",
                #Predicate<Voyage> { calendar.isDate($0.start, inSameDayAs: day) }
            ),
            DocumentedOperation("a computed property", #Predicate<Voyage> { $0.title == "Alpha!" }),
        ]
    }

    private static var relationships: [DocumentedOperation] {
        let id = PersistentIdentifier(space: .named(store: store, entity: "Voyage"), key: .row(7))
        let ada = PersistentIdentifier(space: .named(store: store, entity: "Captain"), key: .row(8))
        let ids = [id]
        return [
            DocumentedOperation("an identifier", #Predicate<Voyage> { $0.persistentModelID == id }),
            DocumentedOperation(
                "the identifier of a to-one",
                #Predicate<Voyage> { $0.captain?.persistentModelID == ada }
            ),
            DocumentedOperation("identifiers", #Predicate<Voyage> { ids.contains($0.persistentModelID) }),
            DocumentedOperation("to-one is nil", #Predicate<Voyage> { $0.captain == nil }),
            DocumentedOperation("through a to-one", #Predicate<Voyage> { $0.captain?.name == "Ada" }),
            DocumentedOperation("through a to-one, unwrapped", #Predicate<Voyage> { $0.captain!.name == "Ada" }),
            DocumentedOperation("`isEmpty`", #Predicate<Voyage> { $0.legs.isEmpty }),
            DocumentedOperation("`count`", #Predicate<Voyage> { $0.legs.count == 2 }),
            DocumentedOperation("`contains(where:)`", #Predicate<Voyage> { $0.legs.contains { $0.miles > 3 } }),
            DocumentedOperation("`allSatisfy`", #Predicate<Voyage> { $0.legs.allSatisfy { $0.miles > 3 } }),
            DocumentedOperation("`filter`", #Predicate<Voyage> { $0.legs.filter { $0.miles > 3 }.count == 1 }),
            DocumentedOperation("many to many", #Predicate<Voyage> { $0.ports.contains { $0.name == "Kiel" } }),
            DocumentedOperation("two levels", #Predicate<Voyage> { $0.captain!.voyages.contains { $0.days > 3 } }),
            DocumentedOperation("by index", #Predicate<Voyage> { $0.legs[0].miles > 3 }),
            DocumentedOperation("`is`", #Predicate<Journey> { $0.stay is HotelStay }),
            DocumentedOperation("`as?`", #Predicate<Journey> { ($0.stay as? HotelStay)?.stars == 3 }),
            DocumentedOperation("`as!`", #Predicate<Journey> { ($0.stay as! HotelStay).stars == 3 }),
        ]
    }

    private static var collections: [DocumentedOperation] {
        let (days, names, table) = ([1, 3, 5], Set(["Alpha", "Zebra"]), ["Alpha": 1])
        return [
            DocumentedOperation("a captured array contains", #Predicate<Voyage> { days.contains($0.days) }),
            DocumentedOperation("a captured set contains", #Predicate<Voyage> { names.contains($0.name) }),
            DocumentedOperation("a captured dictionary", #Predicate<Voyage> { table[$0.name] == 1 }),
            DocumentedOperation("a dictionary, with a default", #Predicate<Voyage> { table[$0.name, default: 2] == 1 }),
            DocumentedOperation("an attribute contains", #Predicate<Voyage> { $0.tags.contains("x") }),
            DocumentedOperation("`count` of an attribute", #Predicate<Voyage> { $0.tags.count == 2 }),
            DocumentedOperation("`isEmpty` of an attribute", #Predicate<Voyage> { $0.tags.isEmpty }),
            DocumentedOperation("`min()`", #Predicate<Voyage> { $0.tags.min() == "x" }),
            DocumentedOperation("`max()`", #Predicate<Voyage> { $0.tags.max() == "x" }),
        ]
    }

    private static var nested: [DocumentedOperation] {
        let isLong = #Predicate<Voyage> { $0.days > 3 }
        let double = #Expression<Voyage, Int> { $0.days * 2 }
        let filters = [isLong, #Predicate<Voyage> { $0.isOpen }]
        return [
            DocumentedOperation("a predicate", #Predicate<Voyage> { isLong.evaluate($0) }),
            DocumentedOperation("an expression", #Predicate<Voyage> { double.evaluate($0) > 4 }),
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
