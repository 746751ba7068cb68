// The whole language of predicates, a line for each form.
import Foundation
import SwiftData

enum Mood: String, Codable { case calm, wild }

@Model
class Place {
    var name: String
    var city: String?
    init(name: String) { self.name = name }
}

@Model
final class Hotel: Place {
    var stars: Int
    init(stars: Int) {
        self.stars = stars
        super.init(name: "")
    }
}

@Model
final class Item {
    var title: String
    var isDone = false
    var note: String?
    var cost = 1
    var trip: Trip?
    init(title: String) { self.title = title }
}

@Model
final class Trip {
    static let limit = 3

    var name: String
    var note: String?
    var days: Int
    var rating: Int?
    var price: Double
    var start: Date
    var end: Date?
    var isOpen = false
    var isPaid: Bool?
    var mood: Mood
    var other: Mood?
    var tags: [String]
    var nums: [Int]
    var table: [String: Int]
    var data: Data?
    var uuid: UUID
    var place: Place?
    @Relationship(inverse: \Item.trip) var items: [Item]
    var parent: Trip?
    @Relationship(inverse: \Trip.parent) var children: [Trip]?

    init() {
        name = ""
        days = 0
        price = 0
        start = .now
        mood = .calm
        tags = []
        nums = []
        table = [:]
        items = []
        uuid = UUID()
    }
}

struct Captured {
    let text: String, optText: String?, limit: Int, from: Date, range: ClosedRange<Int>
    let dict: [String: Int], list: [String], names: [String], nameSet: Set<String>, optNames: [String]?
    let ids: [PersistentIdentifier], trip: Trip, optionalTrip: Trip?, trips: [Trip]
    let pred: Predicate<Trip>, pred2: Predicate<Trip>?, ip: Predicate<Item>
    let count: Expression<Trip, Int>, count2: Expression<Trip, Int>?
}

extension Captured {
    func predicates1() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { if let a = $0.note, let b = $0.rating { a.count == b } else { false } })
        all.append(
            #Predicate { if let note = $0.note { note == "a" } else if let r = $0.rating { r > 1 } else { true } }
        )
        all.append(#Predicate { if $0.isOpen, let r = $0.rating, r > 3 { true } else { false } })
        all.append(
            #Predicate { if $0.isOpen, $0.days > 2 { $0.name == "x" } else if $0.isOpen { true } else { false } }
        )
        all.append(
            #Predicate {
                if let place = $0.place, let city = place.city { city == "x" && place.name == "y" } else { false }
            }
        )
        all.append(#Predicate { if let t = $0.parent?.parent { t.name == "x" } else { $0.parent == nil } })
        all.append(
            #Predicate {
                let n = $0.name
                return n == "x" || n.isEmpty
            }
        )
        all.append(
            #Predicate {
                let limit = 3
                return $0.days > limit
            }
        )
        all.append(#Predicate { $0.name.localizedCompare("a") == .orderedSame })
        all.append(#Predicate { .orderedSame == $0.name.localizedCompare("a") })
        all.append(#Predicate { $0.name.caseInsensitiveCompare(text) == ComparisonResult.orderedAscending })
        all.append(#Predicate { $0.mood == .calm })
        all.append(#Predicate { .calm == $0.mood })
        all.append(#Predicate { $0.other == .calm })
        all.append(#Predicate { $0.other != Mood.calm })
        all.append(#Predicate { $0.mood == Mood.calm && $0.other == Optional.none })
        return all
    }

    func predicates2() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.days == -1 })
        all.append(#Predicate { -1 == $0.days })
        all.append(#Predicate { $0.days < -limit })
        all.append(#Predicate { $0.rating == -1 })
        all.append(#Predicate { $0.price > -1.5 })
        all.append(#Predicate { $0.name == "\(text) x" })
        all.append(#Predicate { $0.name.contains("a\(limit)") })
        all.append(#Predicate { $0.items.contains(where: \.isDone) })
        all.append(#Predicate { $0.items.filter(\.isDone).count > 1 })
        all.append(#Predicate { $0.items.allSatisfy(\.isDone) })
        all.append(#Predicate { $0.items.contains(where: \Item.isDone) })
        all.append(#Predicate { $0.items.contains { $0.note?.isEmpty == true } })
        all.append(#Predicate { $0.items.contains(where: { item in item.isDone }) })
        all.append(#Predicate { $0.items.contains { (item: Item) in item.isDone } })
        all.append(#Predicate { $0.items.contains { item -> Bool in return item.isDone } })
        all.append(#Predicate { $0.place is Hotel })
        return all
    }

    func predicates3() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { ($0.place as? Hotel)?.stars == 3 })
        all.append(#Predicate { ($0.place as! Hotel).stars == 3 })
        all.append(#Predicate { ($0.place as? Hotel) != nil })
        all.append(#Predicate { $0.place as? Hotel == nil })
        all.append(#Predicate { if let hotel = $0.place as? Hotel { hotel.stars > 3 } else { false } })
        all.append(#Predicate { (1...5).contains($0.days) })
        all.append(#Predicate { (1..<5).contains($0.days) })
        all.append(#Predicate { (1...).contains($0.days) })
        all.append(#Predicate { (...5).contains($0.days) })
        all.append(#Predicate { (..<5).contains($0.days) })
        all.append(#Predicate { 1...5 ~= $0.days })
        all.append(#Predicate { ($0.days...10).contains(limit) })
        all.append(#Predicate { ($0.days...).contains(limit) })
        all.append(#Predicate { range.contains($0.days) })
        all.append(#Predicate { range ~= $0.days })
        all.append(#Predicate { $0.start >= from && $0.start <= from })
        return all
    }

    func predicates4() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { (from...).contains($0.start) })
        all.append(#Predicate { ($0.start...from).contains(from) })
        all.append(#Predicate { dict[$0.name] == 1 })
        all.append(#Predicate { dict[$0.name, default: 0] == 1 })
        all.append(#Predicate { $0.table["a"] == 1 })
        all.append(#Predicate { $0.table[text, default: 2] == 1 })
        all.append(#Predicate { $0.nums[0] == 1 })
        all.append(#Predicate { $0.tags[limit] == "x" })
        all.append(#Predicate { $0.nums[0..<2].contains(1) })
        all.append(#Predicate { list[0] == $0.name })
        all.append(#Predicate { nil == $0.note })
        all.append(#Predicate { nil != $0.note })
        all.append(#Predicate { $0.note == Optional<String>.none })
        all.append(#Predicate { $0.isOpen == $0.isPaid })
        all.append(#Predicate { $0.isOpen != true })
        all.append(#Predicate { !$0.isOpen && !($0.isPaid ?? false) })
        return all
    }

    func predicates5() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.isOpen || $0.isPaid == true || $0.isPaid == nil })
        all.append(#Predicate { $0.isPaid! })
        all.append(#Predicate { -$0.days == limit })
        all.append(#Predicate { -$0.price < 3 })
        all.append(#Predicate { $0.nums.min() == 1 })
        all.append(#Predicate { $0.nums.max()! > 1 })
        all.append(#Predicate { $0.nums.max() ?? 0 > 1 })
        all.append(#Predicate { $0.tags.count == 1 })
        all.append(#Predicate { $0.tags.isEmpty })
        all.append(#Predicate { $0.items.count == 1 })
        all.append(#Predicate { $0.children?.isEmpty == true })
        all.append(#Predicate { $0.children?.count ?? 0 > 1 })
        all.append(#Predicate { $0.children!.isEmpty })
        all.append(#Predicate { $0.children?.contains { $0.name == "x" } ?? false })
        all.append(#Predicate { $0.children?.filter { $0.isOpen }.count == 1 })
        all.append(#Predicate { ($0.children ?? []).contains { $0.isOpen } })
        return all
    }

    func predicates6() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.children.flatMap { $0.contains { $0.isOpen } } == true })
        all.append(#Predicate { $0.note.flatMap { $0.count } == 2 })
        all.append(#Predicate { $0.note?.count ?? 0 > 2 })
        all.append(#Predicate { ($0.note ?? "").isEmpty })
        all.append(#Predicate { $0.note ?? $0.name == "x" })
        all.append(#Predicate { ($0.note ?? $0.place?.city ?? "x") == "x" })
        all.append(#Predicate { $0.parent?.place?.name == "x" })
        all.append(#Predicate { $0.parent?.place?.city?.count == 3 })
        all.append(#Predicate { $0.parent?.items.contains { $0.isDone } == true })
        all.append(#Predicate { $0.parent?.items[0].title == "x" })
        all.append(#Predicate { $0.parent?.parent?.note?.contains("x") == true })
        all.append(#Predicate { $0.parent!.name == "x" })
        all.append(#Predicate { $0.parent!.parent!.note! == "x" })
        all.append(#Predicate { $0.isOpen ? $0.days > 1 : $0.days < 1 })
        all.append(#Predicate { $0.isOpen ? true : $0.isPaid ?? false })
        all.append(#Predicate { ($0.isOpen ? $0.name : "y") == "x" })
        return all
    }

    func predicates7() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { ($0.isOpen ? $0.rating : nil) == 1 })
        all.append(#Predicate { ($0.isOpen ? 1 : 2) == $0.days })
        all.append(#Predicate { $0.days * 2 + 1 > limit })
        all.append(#Predicate { $0.days % 2 == 0 })
        all.append(#Predicate { $0.days / 2 == 1 })
        all.append(#Predicate { $0.price / 2 > 1 })
        all.append(#Predicate { ($0.days + 1) * (limit - 1) == 3 })
        all.append(#Predicate { $0.end == nil || $0.end! < from })
        all.append(#Predicate { $0.end ?? from > from })
        all.append(#Predicate { $0.end != nil ? $0.end! > from : false })
        all.append(#Predicate { $0.persistentModelID == trip.persistentModelID })
        all.append(#Predicate { ids.contains($0.persistentModelID) })
        all.append(#Predicate { $0.parent == trip })
        all.append(#Predicate { $0.parent == nil })
        all.append(#Predicate { $0.parent?.persistentModelID == trip.persistentModelID })
        all.append(#Predicate { $0.parent != optionalTrip })
        return all
    }

    func predicates8() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { names.contains($0.name) })
        all.append(#Predicate { nameSet.contains($0.name) })
        all.append(#Predicate { ["a", "b"].contains($0.name) })
        all.append(#Predicate { [1, 2].contains($0.rating) })
        all.append(#Predicate { optNames?.contains($0.name) ?? true })
        all.append(#Predicate { optNames!.contains($0.name) })
        all.append(#Predicate { $0.name.contains(text) })
        all.append(#Predicate { $0.name.localizedStandardContains(text) })
        all.append(#Predicate { $0.note?.localizedStandardContains(text) == true })
        all.append(#Predicate { $0.name.starts(with: text) })
        all.append(#Predicate { $0.name.hasPrefix("x") })
        all.append(#Predicate { $0.name.lowercased() == "x" })
        all.append(#Predicate { $0.name.lowercased().contains("x") })
        all.append(#Predicate { $0.name < $0.place?.name ?? "" })
        all.append(#Predicate { $0.uuid == UUID(uuidString: text) })
        all.append(#Predicate { $0.uuid.uuidString == text })
        return all
    }

    func predicates9() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.mood.rawValue == "calm" })
        all.append(#Predicate { $0.other?.rawValue == "calm" })
        all.append(#Predicate { $0.start.timeIntervalSince1970 > 3 })
        all.append(#Predicate { $0.start > Date.now.addingTimeInterval(-3600) })
        all.append(#Predicate { $0.start > .now })
        all.append(#Predicate { $0.start > Date.now - 3600 })
        all.append(#Predicate { $0.start < .distantPast })
        all.append(#Predicate { $0.data?.isEmpty == true })
        all.append(#Predicate { $0.data == Data() })
        all.append(#Predicate { pred.evaluate($0) })
        all.append(#Predicate { $0.items.contains { ip.evaluate($0) } })
        all.append(#Predicate { count.evaluate($0) > 1 })
        all.append(#Predicate { !pred.evaluate($0) })
        all.append(#Predicate { $0.items.filter { $0.isDone }.allSatisfy { $0.cost > 1 } })
        all.append(#Predicate { $0.items.contains { item in item.cost > 1 && item.trip?.name == "x" } })
        all.append(#Predicate { $0.tags.contains("x") })
        return all
    }

    func predicates10() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.tags.contains { $0 == text } })
        all.append(#Predicate { $0.tags.contains { names.contains($0) } })
        all.append(#Predicate { $0.tags.starts(with: ["a"]) })
        all.append(#Predicate { $0.tags == ["a"] })
        all.append(#Predicate { ($0.days) == (3) })
        all.append(#Predicate { (($0.isOpen)) })
        all.append(#Predicate { _ in true })
        all.append(#Predicate { _ in false })
        all.append(#Predicate { return $0.isOpen })
        all.append(#Predicate { $0.days.description == "3" })
        all.append(#Predicate { $0.name != text as String })
        all.append(#Predicate { ($0.days as Int) == 3 })
        all.append(#Predicate { $0.rating as Int? == 3 })
        all.append(#Predicate { $0.name.count > 3 && $0.name.isEmpty == false })
        all.append(#Predicate { $0.price > Double(limit) })
        all.append(#Predicate { Int8(clamping: limit) == 3 && $0.isOpen })
        return all
    }

    func predicates11() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { Trip.limit == $0.days })
        all.append(#Predicate { $0.days == Trip.limit + 1 })
        all.append(#Predicate { $0.days > (text == "x" ? 1 : 2) })
        all.append(#Predicate { $0.days > (text.isEmpty && limit > 2 ? 1 : 2) })
        all.append(#Predicate { limit > 2 && $0.isOpen })
        all.append(#Predicate { text.isEmpty || $0.name == text })
        all.append(#Predicate { $0.name == (optText ?? "x") })
        all.append(#Predicate { $0.note == optText })
        all.append(#Predicate { $0.name == optText })
        all.append(#Predicate { optText == nil || $0.name == optText! })
        all.append(#Predicate { optText.map { $0.isEmpty } ?? $0.isOpen })
        all.append(#Predicate { if let optText { $0.name == optText } else { true } })
        all.append(#Predicate { if let t = optText { $0.name == t } else { true } })
        all.append(#Predicate { if let optText, let r = $0.rating { $0.name == optText && r > 1 } else { true } })
        all.append(#Predicate { if text.isEmpty { true } else { $0.name == text } })
        all.append(#Predicate { $0.children?.first?.name == "x" })
        return all
    }

    func predicates12() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { $0.name.uppercased() == text.uppercased() })
        all.append(#Predicate { $0.self.isOpen })
        all.append(#Predicate { trips.contains($0) })
        all.append(#Predicate { $0.parent == optionalTrip })
        all.append(#Predicate { optionalTrip == $0.parent })
        all.append(#Predicate { $0 == trip })
        all.append(#Predicate { pred2?.evaluate($0) ?? true })
        all.append(#Predicate { pred2 == nil || pred2!.evaluate($0) })
        all.append(#Predicate { count2?.evaluate($0) == 3 })
        all.append(
            #Predicate {
                guard $0.isOpen else { return false }
                return $0.days > 1
            }
        )
        all.append(
            #Predicate {
                guard let note = $0.note, !note.isEmpty else { return $0.isOpen }
                let n = note.count
                return n > 1
            }
        )
        all.append(
            #Predicate {
                if $0.isOpen { return true }
                return $0.days > 1
            }
        )
        all.append(
            #Predicate {
                if let note = $0.note {
                    let limit = 3
                    return note.count > limit
                } else {
                    let limit = 4
                    return $0.days > limit
                }
            }
        )
        all.append(#Predicate { (...$0.days).contains(limit) })
        all.append(#Predicate { (..<$0.days).contains(limit) })
        all.append(#Predicate { $0.items.contains(where: \.isDone.self) })
        return all
    }

    func predicates13() -> [Predicate<Trip>] {
        var all: [Predicate<Trip>] = []
        all.append(#Predicate { text ~= $0.name })
        all.append(#Predicate { $0.items.filter(\.isDone).contains { $0.cost > limit } })
        all.append(
            #Predicate {
                if let a = $0.note, a.isEmpty {
                    false
                } else if let r = $0.rating, r > 2 {
                    true
                } else if let p = $0.place, p.name == "x" {
                    $0.isOpen
                } else if let q = $0.parent, q.days > 2 {
                    false
                } else {
                    true
                }
            }
        )
        return all
    }
}
