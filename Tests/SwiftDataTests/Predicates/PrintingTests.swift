import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// The ways to print or inspect a value, on everything that a query is made of. Each test runs in a process of its own,
/// which must end well.
struct PrintingTests {
    @Test("Printing never ends the program")
    func printing() async {
        await #expect(processExitsWith: .success) {
            try PrintedThings.all { thing in
                var text = ""
                print(thing, to: &text)
                return text
            }
        }
    }

    @Test("Interpolating never ends the program")
    func interpolating() async {
        await #expect(processExitsWith: .success) { try PrintedThings.all { "\($0)" } }
    }

    @Test("Describing never ends the program")
    func describing() async {
        await #expect(processExitsWith: .success) { try PrintedThings.all { String(describing: $0) } }
    }

    @Test("Reflecting as a string never ends the program")
    func reflecting() async {
        await #expect(processExitsWith: .success) { try PrintedThings.all { String(reflecting: $0) } }
    }

    @Test("Printing for debugging never ends the program")
    func debugPrinting() async {
        await #expect(processExitsWith: .success) {
            try PrintedThings.all { thing in
                var text = ""
                debugPrint(thing, [thing], to: &text)
                return text
            }
        }
    }

    @Test("Descriptions of their own never end the program")
    func descriptions() async {
        await #expect(processExitsWith: .success) {
            try PrintedThings.all { thing in
                let plain = (thing as? any CustomStringConvertible)?.description ?? "none"
                let debugging = (thing as? any CustomDebugStringConvertible)?.debugDescription ?? "none"
                return plain + debugging
            }
        }
    }

    @Test("Dumping never ends the program")
    func dumping() async {
        await #expect(processExitsWith: .success) {
            try PrintedThings.all { thing in
                var text = ""
                dump(thing, to: &text)
                return text
            }
        }
    }

    @Test("Walking through mirrors never ends the program")
    func mirrors() async {
        await #expect(processExitsWith: .success) {
            try PrintedThings.all { thing in
                var seen: Set<ObjectIdentifier> = []
                return "\(count(thing, depth: 12, &seen))"
            }
        }
    }
}

/// The number of values that the mirror of a value leads to.
private func count(_ thing: Any, depth: Int, _ seen: inout Set<ObjectIdentifier>) -> Int {
    if depth == 0 { return 1 }
    let mirror = Mirror(reflecting: thing)
    if mirror.displayStyle == .class, !seen.insert(ObjectIdentifier(thing as AnyObject)).inserted { return 1 }
    var total = 1
    var current: Mirror? = mirror
    while let level = current {
        for child in level.children { total += count(child.value, depth: depth - 1, &seen) }
        current = level.superclassMirror
    }
    return total
}

enum PrintedThings {
    struct Silent: Error {}

    /// Shows each thing. A thing that shows nothing is an error, so that a test that shows none fails.
    static func all(_ show: (Any) throws -> String) throws {
        let things = try all()
        for thing in things where try show(thing).isEmpty { throw Silent() }
        if things.count < 100 { throw Silent() }
    }

    static func all() throws -> [Any] {
        let context = ModelContext(try Fleet.container())
        let fleet = Fleet()
        for voyage in fleet.voyages.dropLast() { context.insert(voyage) }
        try context.save()
        let unsaved = try captures(fleet, fleet.voyages[13], fleet.ada)
        let predicates: [Any] = casts + casts.map { FetchDescriptor(predicate: $0) }
        let ofVoyages = PredicateCase.all.map(\.predicate) + features + unsaved
        return predicates + ofVoyages + ofVoyages.map { descriptor($0) } + expressions + sorts
            + [FetchDescriptor<Voyage>(), FetchDescriptor<Voyage>(sortBy: [SortDescriptor(\.days)])]
            + ofVoyages.map { QueryNode($0) } + [try context.explanation(of: descriptor(ofVoyages[0]))]
    }

    private static func descriptor(_ predicate: Predicate<Voyage>) -> FetchDescriptor<Voyage> {
        var descriptor = FetchDescriptor(
            predicate: predicate,
            sortBy: [SortDescriptor(\.name, order: .reverse), SortDescriptor(\.captain?.name)]
        )
        descriptor.fetchLimit = 3
        descriptor.propertiesToFetch = [\.name, \.days]
        descriptor.relationshipKeyPathsForPrefetching = [\.captain, \.legs]
        return descriptor
    }

    private static var features: [Predicate<Voyage>] {
        let isLong = #Predicate<Voyage> { $0.days > 3 }
        let isFar = #Predicate<Leg> { $0.miles > 10 }
        let double = #Expression<Voyage, Int> { $0.days * 2 }
        let length = #Expression<Leg, Int> { $0.name.count }
        let words = ["Alpha"]
        let table = ["Alpha": 1]
        let (calendar, part, captain) = (Calendar.autoupdatingCurrent, Calendar.Component.day, Captain("Zoe"))
        let predicates: [Predicate<Voyage>] = [
            .true, .false,
            #Predicate { $0.name.localizedStandardContains("ALPHA") },
            #Predicate { $0.note?.localizedStandardContains("1") ?? false },
            #Predicate { $0.name.localizedCompare("Alpha") == .orderedSame },
            #Predicate { $0.name.localizedStandardCompare("Alpha") == .orderedAscending },
            #Predicate { $0.name.caseInsensitiveCompare("ALPHA") == .orderedSame },
            #Predicate { $0.name.hasPrefix("A") && $0.name.hasSuffix("a") },
            #Predicate { $0.name.lowercased() == "alpha" && $0.name.uppercased() == "ALPHA" },
            #Predicate { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" },
            #Predicate { isLong.evaluate($0) },
            #Predicate { !isLong.evaluate($0) || isLong.evaluate($0) },
            #Predicate { $0.legs.contains { isFar.evaluate($0) } },
            #Predicate { double.evaluate($0) > 4 },
            #Predicate { $0.legs.contains { length.evaluate($0) > 4 } },
            #Predicate { $0.name.contains(/Al.ha/) },
            #Predicate { calendar.component(.weekOfYear, from: $0.start) == 1 },
            #Predicate { Calendar.current.component(part, from: $0.end ?? .now) == 1 },
            #Predicate { calendar.isDate($0.start, inSameDayAs: .now) },
            #Predicate { $0.start.addingTimeInterval(5).timeIntervalSince(.now) > $0.speed },
            #Predicate { ($0.captain ?? captain).name == "Ada" },
            #Predicate { words[0] == $0.name },
            #Predicate { $0.legs[0].miles > 3 },
            #Predicate { table[$0.name] == 1 && table[$0.name, default: 3] == 1 },
            #Predicate { $0.legs.filter { $0.miles > 3 }.isEmpty },
            #Predicate { $0.tags.min() == "x" || $0.tags.max() == "x" },
            #Predicate { $0.captain.flatMap { $0.nickname } == nil },
            #Predicate { $0.captain!.voyages.allSatisfy { $0.days > 1 } },
            #Predicate { ($0.days...9).contains(4) && (..<4).contains($0.days) },
            #Predicate { voyage in
                if let note = voyage.note, voyage.isOpen { note.count > 3 } else { false }
            },
            #Predicate { $0.title == "Alpha!" },
        ]
        return predicates + [Predicate(all: predicates), Predicate(any: predicates), Predicate(all: [])]
    }

    private static func captures(_ fleet: Fleet, _ unsaved: Voyage, _ ada: Captain) throws -> [Predicate<Voyage>] {
        let saved = fleet.voyages[0]
        let identifiers = fleet.voyages.map(\.persistentModelID)
        let (optional, weather, harbour): (String?, Weather, Harbour) = (nil, .rainy(2), Harbour(city: "Kiel"))
        let make: @Sendable (Int) -> Int = { $0 + 1 }
        let (savedID, unsavedID) = (saved.persistentModelID, unsaved.persistentModelID)
        let (start, code) = (Date.distantPast, UUID())
        let (name, nickname) = (saved.name, ada.nickname)
        let seasons: Set<Season> = [.spring]
        let (captains, nobody): ([Captain], Captain?) = ([fleet.ada, fleet.bo], nil)
        return [
            #Predicate { $0.persistentModelID == savedID },
            #Predicate { $0.persistentModelID == unsavedID },
            #Predicate { $0.persistentModelID == saved.persistentModelID },
            #Predicate { $0.captain?.persistentModelID == ada.persistentModelID },
            #Predicate { identifiers.contains($0.persistentModelID) },
            #Predicate { $0.note == optional },
            #Predicate { $0.weather == weather },
            #Predicate { $0.from == harbour },
            #Predicate { $0.days == make(3) },
            #Predicate { $0.start > start && $0.code != code },
            #Predicate { $0.name == name && $0.captain?.nickname == nickname },
            #Predicate { seasons.contains($0.season) },
            #Predicate { $0.captain == ada },
            #Predicate { $0.captain == nobody },
            #Predicate { captains.contains($0.captain!) },
            #Predicate { $0.speed == .nan || $0.speed < .infinity },
        ]
    }

    private static var casts: [Predicate<Journey>] {
        [#Predicate { $0.stay is HotelStay }, #Predicate { ($0.stay as? HotelStay)?.stars == 3 }]
    }

    private static var expressions: [Any] {
        let double = #Expression<Voyage, Int> { $0.days * 2 }
        let name = #Expression<Voyage, String?> { $0.captain?.name }
        let nested = #Expression<Voyage, Int> { double.evaluate($0) + 1 }
        return [double, name, nested]
    }

    private static var sorts: [Any] {
        [
            SortDescriptor(\Voyage.name), SortDescriptor(\Voyage.name, comparator: .localizedStandard),
            SortDescriptor(\Voyage.name, comparator: .localized), SortDescriptor(\Voyage.name, comparator: .lexical),
            SortDescriptor(\Voyage.captain?.name), SortDescriptor(\Voyage.days, order: .reverse),
            SortDescriptor(\Voyage.grade), [SortDescriptor(\Voyage.start), SortDescriptor(\Voyage.end)],
        ]
    }
}
