// Predicates as real code writes them, beside those of Foundation over other types.
import Foundation
import SwiftData

@Model
final class Trip {
    enum Kind: String, Codable { case business, holiday }

    var name: String
    var destination: String?
    var start: Date
    var end: Date
    var rating: Int?
    var isArchived = false
    var kind: Kind = Kind.holiday
    var tags: [String] = []
    var uuid = UUID()
    @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []
    var home: Home?

    init(name: String, start: Date, end: Date) {
        self.name = name
        self.start = start
        self.end = end
    }

    static func upcoming(now: Date = .now) -> Predicate<Trip> {
        #Predicate<Trip> { $0.start > now && !$0.isArchived }
    }

    var siblings: Predicate<Trip> {
        let id = persistentModelID
        let destination = destination
        return #Predicate { $0.persistentModelID != id && $0.destination == destination }
    }
}

@Model
final class Item {
    var title: String
    var isPacked = false
    var trip: Trip?
    init(title: String) { self.title = title }
}

@Model
final class Home {
    var address: String
    var city: String?
    init(address: String) { self.address = address }
}

struct Filter {
    var text = ""
    var kinds: [String] = []
    var from: Date?
    var selected: Trip?
}

func predicates(_ filter: Filter, ids: Set<PersistentIdentifier>, uuid: UUID) -> [Predicate<Trip>] {
    let text = filter.text
    let names = ["a", "b"]
    let day = Calendar.current.startOfDay(for: .now)
    let next = day.addingTimeInterval(86_400)
    let holiday = Trip.Kind.holiday
    let selected = filter.selected?.persistentModelID
    let unpacked = #Predicate<Item> { !$0.isPacked }
    var all: [Predicate<Trip>] = []
    all.append(#Predicate<Trip> { $0.name == "Rome" })
    all.append(#Predicate { trip in trip.name.localizedStandardContains(text) || text.isEmpty })
    all.append(
        #Predicate<Trip> { trip in
            trip.start >= day && trip.start < next
        }
    )
    all.append(#Predicate { $0.uuid == uuid })
    all.append(#Predicate { names.contains($0.name) })
    all.append(#Predicate { ids.contains($0.persistentModelID) })
    all.append(#Predicate { $0.destination == nil })
    all.append(#Predicate { $0.destination != nil && $0.rating ?? 0 > 3 })
    all.append(#Predicate { $0.home?.city == "Berlin" })
    all.append(#Predicate { $0.home?.address.contains("street") == true })
    all.append(#Predicate { $0.destination?.localizedStandardContains(text) ?? false })
    all.append(#Predicate { $0.items.contains { $0.isPacked } })
    all.append(#Predicate { trip in trip.items.contains(where: { item in item.title == text && !item.isPacked }) })
    all.append(#Predicate { $0.items.isEmpty })
    all.append(#Predicate { $0.items.filter { $0.isPacked }.count > 2 })
    all.append(#Predicate { $0.items.allSatisfy { $0.isPacked } })
    all.append(#Predicate { $0.name.starts(with: "R") })
    all.append(#Predicate { $0.kind == holiday })
    all.append(#Predicate { $0.persistentModelID == selected! })
    all.append(#Predicate { $0.items.contains { unpacked.evaluate($0) } })
    all.append(#Predicate { (1...5).contains($0.rating ?? 0) })
    all.append(#Predicate { ($0.start...$0.end).contains(day) })
    all.append(#Predicate { $0.tags.contains("x") })
    all.append(
        #Predicate {
            if $0.isArchived {
                return false
            } else if $0.rating == nil {
                return $0.name != ""
            } else {
                return true
            }
        }
    )
    all.append(
        #Predicate {
            if let destination = $0.destination { destination.count > 3 } else { false }
        }
    )
    all.append(#Predicate { $0.isArchived ? $0.name == "x" : $0.name == "y" })
    all.append(Trip.upcoming())
    all.append(.true)
    all.append(.false)
    return all
}

func many(_ text: String, _ day: Date) -> Predicate<Trip> {
    #Predicate { (trip: Trip) in
        trip.name == text && trip.name != "a" && trip.start > day && trip.end < day && !trip.isArchived
            && trip.destination == nil && trip.rating == nil && trip.home == nil && trip.home?.city == text
            && trip.home?.address == text && trip.home?.city != nil && (trip.rating ?? 0) > 1
            && (trip.destination ?? "") == text && trip.items.isEmpty && trip.name.contains(text)
            && trip.destination?.contains(text) == true && trip.name.isEmpty == false && trip.start != trip.end
            && trip.rating != 3 && trip.home?.city?.isEmpty == false
    }
}

func other(_ context: ModelContext) throws {
    let short = #Predicate<String> { $0.count < 3 }
    let both = #Predicate<String, Int> { $0.count < $1 }
    let word = #Predicate { (text: String) in text.isEmpty }
    print(try short.evaluate("a"), try both.evaluate("a", 2), try word.evaluate(""))
    var descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "x" })
    descriptor.predicate = #Predicate { $0.name == "y" }
    try context.delete(model: Item.self, where: #Predicate { $0.trip == nil })
    try context.delete(model: Item.self, where: #Predicate<Item> { item in item.trip?.name == "x" })
    let count = #Expression<Trip, Int> { $0.items.count }
    descriptor.predicate = #Predicate { count.evaluate($0) > 1 }
    print(try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.rating == 5 }, sortBy: [.init(\.start)])))
}
