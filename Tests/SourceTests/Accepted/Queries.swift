// The forms in which the talks and the documentation write @Query.
import SwiftData

@Model
final class Trip {
    var name: String
    var destination: String
    var region: String?
    var startDate: Date
    var endDate: Date?

    init(name: String, destination: String, startDate: Date) {
        self.name = name
        self.destination = destination
        self.startDate = startDate
    }
}

private let isLong = #Predicate<Trip> { $0.name == "long" }

@MainActor
struct View {
    @Query var bare: [Trip]
    @Query() var empty: [Trip]
    @Query(animation: .default) var animated: [Trip]
    @Query(transaction: QueryTransaction(animation: .bouncy)) var inTransaction: [Trip]
    @Query(filter: #Predicate<Trip> { $0.name != "" }) var filtered: [Trip]
    @Query(sort: \.startDate) var sorted: [Trip]
    @Query(sort: \Trip.startDate, order: .reverse) var reversed: [Trip]
    @Query(sort: \.endDate) var optional: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .forward) var both: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .spring()) var optionalAnimated: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .forward, animation: .bouncy) var bothAnimated: [Trip]
    @Query(filter: isLong, sort: \.startDate, transaction: nil) var bothInTransaction: [Trip]
    @Query(sort: [SortDescriptor(\Trip.startDate), SortDescriptor(\Trip.name)]) var byDescriptors: [Trip]
    @Query(filter: isLong, sort: [SortDescriptor(\Trip.name)], animation: .smooth) var descriptorsAnimated: [Trip]
    @Query(filter: isLong, sort: [SortDescriptor(\Trip.name)], transaction: nil) var descriptorsInTransaction: [Trip]
    @Query(FetchDescriptor<Trip>(predicate: isLong)) var fetched: [Trip]
    @Query(FetchDescriptor<Trip>(), animation: .snappy) var fetchedAnimated: [Trip]
    @Query(Self.latest, transaction: nil) var latest: [Trip]

    static var latest: FetchDescriptor<Trip> {
        var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate, order: .reverse)])
        descriptor.fetchLimit = 1
        return descriptor
    }

    var body: [String] {
        bare.map(\.name) + (_latest.fetchError == nil ? [] : ["error"]) + [_bare.modelContext.author ?? ""]
    }
}

@MainActor
struct Sections {
    @Query(sort: \.startDate, sectionBy: \.destination) var trips: SectionedResults<Trip, String>
    @Query(sort: \.endDate, sectionBy: \.destination) var optionalSort: SectionedResults<Trip, String>
    @Query(sort: \.startDate, sectionBy: \.region) var optionalTitle: SectionedResults<Trip, String>
    @Query(sort: \.endDate, order: .reverse, animation: .default, sectionBy: \.region)
    var bothOptional: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.startDate, order: .forward, animation: .default, sectionBy: \.destination)
    var animated: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: [SortDescriptor(\Trip.name)], sectionBy: \.destination)
    var byDescriptors: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: [SortDescriptor(\Trip.name)], animation: .default, sectionBy: \.region)
    var byDescriptorsAnimated: SectionedResults<Trip, String>
    @Query(FetchDescriptor<Trip>(), sectionBy: \.destination) var fetched: SectionedResults<Trip, String>
    @Query(FetchDescriptor<Trip>(), animation: .default, sectionBy: \.region)
    var fetchedAnimated: SectionedResults<Trip, String>
    // As the first talk has it.
    @Query(sort: \.startDate, sectionBy: \.destination) var plain: [Trip]
    @Query(filter: isLong, sectionBy: \.region) var plainRegions: [Trip]

    var titles: [String] {
        trips.map(\.title) + _plain.sections.sectionTitles + trips.flatMap { section in section.map(\.name) }
    }
}

/// A query that is made in an initialiser.
@MainActor
struct SearchResults {
    @Query private var trips: [Trip]
    private let title: String

    init(title: String, text: String, order: SortOrder = .forward) {
        self.title = title
        let condition = #Predicate<Trip> { text.isEmpty || $0.name.localizedStandardContains(text) }
        _trips = Query(filter: condition, sort: \.startDate, order: order)
    }

    var count: Int { trips.count }
}

/// The memberwise initialiser leaves the query out.
struct Plain {
    var title: String
    @Query private var trips: [Trip]
    @Query(sort: \.name) private var sorted: [Trip]

    @MainActor var names: [String] { trips.map(\.name) + sorted.map(\.name) }
}

func makePlain() -> Plain { Plain(title: "a") }

@MainActor @Observable
final class TripList {
    @ObservationIgnored @Query(sort: \.startDate) var trips: [Trip]
    @ObservationIgnored @Query(sort: \.startDate, sectionBy: \.destination) var sections: SectionedResults<Trip, String>
    var text = ""

    func search() { _trips = Query(filter: #Predicate { $0.name == "a" }) }
}

@MainActor
func inAFunction(_ container: ModelContainer) -> Int {
    container.withCurrent {
        @Query(sort: \.startDate) var trips: [Trip]
        return trips.count
    }
}

func fromAnywhere(_ container: ModelContainer) {
    ModelContainer.default = container
    let query = Query<Trip, [Trip]>(sort: \.startDate)
    query.update()
    let sectioned = Query(sort: \Trip.startDate, sectionBy: \Trip.destination)
    Task { @MainActor in print(query.wrappedValue.count, sectioned.sections.count) }
}
