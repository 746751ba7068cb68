// Predicates and expressions in every place where code makes them.
import Foundation
import SwiftData

enum Mood: String, Codable { case calm, wild }

@Model
final class Place {
    var name: String
    var city: String?
    init(name: String) { self.name = name }
}

@Model
final class Item {
    var title: String
    var isDone = false
    init(title: String) { self.title = title }
}

@Model
final class Trip {
    static let open = #Predicate<Trip> { $0.isOpen }
    static let limit = 4
    static var long: Predicate<Trip> { #Predicate<Trip> { $0.days > limit } }

    var name: String
    var note: String?
    var days = 0
    var rating: Int?
    var price = 0.0
    var isOpen = false
    var isPaid: Bool?
    var mood = Mood.calm
    var nums: [Int] = []
    var place: Place?
    var parent: Trip?
    var items: [Item] = []

    init(name: String) { self.name = name }

    static func lasting(predicate: Predicate<Trip> = #Predicate { $0.days > 1 }) -> Predicate<Trip> { predicate }
    static func by(_ name: String) -> Predicate<Trip> { #Predicate { $0.name == name } }

    func sameLocal() -> Predicate<Trip> {
        let days = self.days
        return #Predicate { $0.days == days }
    }
    func sameSelf() -> Predicate<Trip> { #Predicate { $0.days == self.days } }
    func sameImplicit() -> Predicate<Trip> { #Predicate { $0.days == days } }
    var descriptor: FetchDescriptor<Trip> { FetchDescriptor(predicate: #Predicate<Trip> { $0.name == self.name }) }
}

protocol Named { var name: String { get } }
extension Trip: Named {}
extension Place: Named {}

func named<T: Named & PersistentModel>(_ text: String) -> Predicate<T> { #Predicate<T> { $0.name == text } }
func identified<T: PersistentModel>(_ type: T.Type, _ ids: [PersistentIdentifier]) -> Predicate<T> {
    #Predicate { ids.contains($0.persistentModelID) }
}
func identified<T: PersistentModel>(_ type: T.Type, _ id: PersistentIdentifier) -> FetchDescriptor<T> {
    FetchDescriptor<T>(predicate: #Predicate<T> { model in model.persistentModelID == id })
}

struct Search {
    var predicate = #Predicate<Trip> { $0.isOpen }
    var text = ""
    var limit = 3
    let other: Predicate<Trip>

    init(_ text: String) {
        other = #Predicate<Trip> { trip in trip.name == text }
        self.text = text
    }
    var implicit: Predicate<Trip> { #Predicate { $0.name == text && $0.days > limit && matches(text) } }
    func matches(_ text: String) -> Bool { text.isEmpty }
    mutating func update() {
        let text = text
        predicate = #Predicate { $0.name == text }
    }
}

@MainActor
final class Screen {
    var text = ""
    lazy var lazily = #Predicate<Trip> { $0.isOpen }
    var local: Predicate<Trip> {
        let text = text
        return #Predicate { $0.name == text }
    }
    var explicit: Predicate<Trip> { #Predicate { $0.name == self.text } }
    func captured() -> Predicate<Trip> { #Predicate { [text] in $0.name == text } }
    func fetch(_ context: ModelContext) throws -> [Trip] {
        try context.fetch(
            FetchDescriptor(predicate: #Predicate<Trip> { [wanted = self.text] trip in trip.name == wanted })
        )
    }
}

actor Worker {
    let text = ""
    var days = 3
    func predicate() -> Predicate<Trip> { #Predicate { $0.name == self.text && $0.days == days } }
}

let global = #Predicate<Trip> { !$0.isOpen }

enum Filter {
    case all, open
    case text(String)

    var predicate: Predicate<Trip>? {
        switch self {
        case .all: nil
        case .open: #Predicate { $0.isOpen }
        case .text(let text): #Predicate<Trip> { $0.name.contains(text) }
        }
    }
}

func closures(_ texts: [String]) async throws -> [Predicate<Trip>] {
    texts.map { text in #Predicate<Trip> { $0.name == text } }
        + texts.enumerated().map { item in #Predicate<Trip> { $0.days == item.offset } }
}

func expressions(_ text: String) throws {
    let count = #Expression<Trip, Int> { $0.items.count }
    let isNamed = #Expression<Trip, Bool> { $0.name == text }
    let city = #Expression<Trip, String?> { $0.place?.city }
    let known = #Expression<Trip, String> { $0.place?.city ?? "x" }
    let rating = #Expression<Trip, Int> { if let rating = $0.rating { rating } else { 0 } }
    let branches = #Expression<Trip, String?> { if let place = $0.place { place.city } else { nil } }
    let mixed = #Expression<Trip, String?> {
        if let place = $0.place, place.name == "x" { place.city } else { $0.note }
    }
    let done = #Expression<Trip, Int> { $0.items.filter { $0.isDone }.count * 2 }
    let price = #Expression<Trip, Double> { $0.price * 2 }
    let largest = #Expression<Trip, Int?> { $0.nums.max() }
    let items = #Expression<Trip, [Item]> { $0.items.filter { $0.isDone } }
    let title = #Expression<Item, String> { $0.title }
    let same = #Expression<Trip, Trip, Bool> { $0.days == $1.days }
    let next = #Expression { (trip: Trip) in trip.days + 1 }
    let inferred: Expression<Trip, Bool> = #Expression { $0.isOpen ? true : $0.isPaid == true }
    let mood = #Expression<Trip, Mood> { $0.mood }
    let number = #Expression<Int, Int> { $0 + 1 }
    let constant = #Expression<Trip, Int> { _ in 3 }
    let none = #Expression<Trip, Int?> { _ in nil }
    let guarded = #Expression<Trip, Int> {
        guard let rating = $0.rating else { return $0.days }
        return rating
    }
    let trip = Trip(name: "")
    print(try count.evaluate(trip), try isNamed.evaluate(trip), try city.evaluate(trip) as Any)
    print(try known.evaluate(trip), try rating.evaluate(trip), try branches.evaluate(trip) as Any)
    print(try mixed.evaluate(trip) as Any, try done.evaluate(trip), try price.evaluate(trip))
    print(try largest.evaluate(trip) as Any, try items.evaluate(trip), try title.evaluate(Item(title: "")))
    print(try same.evaluate(trip, trip), try next.evaluate(trip), try inferred.evaluate(trip), try mood.evaluate(trip))
    print(try number.evaluate(3), try constant.evaluate(trip), try none.evaluate(trip) as Any)
    print(try guarded.evaluate(trip))
    let all = #Predicate<Trip> {
        count.evaluate($0) > 3 && isNamed.evaluate($0) && city.evaluate($0) == "x"
            && known.evaluate($0).contains("x") && $0.items.contains { title.evaluate($0) == "x" }
    }
    print(all)
}

func compose(_ first: Predicate<Trip>, _ second: Predicate<Trip>?, _ others: [Predicate<Trip>]) -> Predicate<Trip> {
    let both = #Predicate<Trip> { first.evaluate($0) && !first.evaluate($0) }
    let forced = #Predicate<Trip> { second!.evaluate($0) }
    let optional = #Predicate<Trip> { second?.evaluate($0) ?? true }
    let parent = #Predicate<Trip> { if let parent = $0.parent { first.evaluate(parent) } else { false } }
    let mapped = #Predicate<Trip> { $0.parent.flatMap { first.evaluate($0) } == true }
    let unwrapped = #Predicate<Trip> { first.evaluate($0.parent!) }
    print(both, forced, optional, parent, mapped, unwrapped)
    return others.reduce(#Predicate { _ in true }) { all, next in
        #Predicate { all.evaluate($0) && next.evaluate($0) }
    }
}
