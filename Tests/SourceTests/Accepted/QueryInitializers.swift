// Every initialiser and member of Apple's Query.
import SwiftData

@Model
final class Trip {
    var name = ""
    var town = ""
    var region: String?
    var startDate = Date()
    var endDate: Date?

    init() {}
}

private let isLong = #Predicate<Trip> { $0.name == "long" }
private let byName = [SortDescriptor(\Trip.name)]
private let all = FetchDescriptor<Trip>()
private let smooth = QueryTransaction(animation: .smooth)

func arrays() -> [Query<Trip, [Trip]>] {
    [
        Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy),
        Query(sort: \.startDate, animation: .bouncy),
        Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy),
        Query(sort: \.endDate, animation: .bouncy),
        Query(filter: isLong, sort: byName, animation: .bouncy),
        Query(animation: .bouncy),
        Query(all, animation: .bouncy),
        Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth),
        Query(sort: \.startDate),
        Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth),
        Query(sort: \.endDate),
        Query(filter: isLong, sort: byName, transaction: smooth),
        Query(),
        Query(all, transaction: smooth),
        Query(all),
    ]
}

func sections() -> [Query<Trip, SectionedResults<Trip, String>>] {
    [
        Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.town),
        Query(sort: \.startDate, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.town),
        Query(sort: \.endDate, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.town),
        Query(animation: .bouncy, sectionBy: \.town),
        Query(all, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.town),
        Query(sort: \.startDate, sectionBy: \.town),
        Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.town),
        Query(sort: \.endDate, sectionBy: \.town),
        Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.town),
        Query(sectionBy: \.town),
        Query(all, transaction: smooth, sectionBy: \.town),
        Query(all, sectionBy: \.town),
        Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.region),
        Query(sort: \.startDate, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.region),
        Query(sort: \.endDate, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.region),
        Query(animation: .bouncy, sectionBy: \.region),
        Query(all, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.region),
        Query(sort: \.startDate, sectionBy: \.region),
        Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.region),
        Query(sort: \.endDate, sectionBy: \.region),
        Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.region),
        Query(sectionBy: \.region),
        Query(all, transaction: smooth, sectionBy: \.region),
        Query(all, sectionBy: \.region),
    ]
}

func arraysWithSections() -> [Query<Trip, [Trip]>] {
    [
        Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.town),
        Query(sort: \.startDate, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.town),
        Query(sort: \.endDate, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.town),
        Query(animation: .bouncy, sectionBy: \.town),
        Query(all, animation: .bouncy, sectionBy: \.town),
        Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.town),
        Query(sort: \.startDate, sectionBy: \.town),
        Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.town),
        Query(sort: \.endDate, sectionBy: \.town),
        Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.town),
        Query(sectionBy: \.town),
        Query(all, transaction: smooth, sectionBy: \.town),
        Query(all, sectionBy: \.town),
        Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.region),
        Query(sort: \.startDate, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.region),
        Query(sort: \.endDate, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.region),
        Query(animation: .bouncy, sectionBy: \.region),
        Query(all, animation: .bouncy, sectionBy: \.region),
        Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.region),
        Query(sort: \.startDate, sectionBy: \.region),
        Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.region),
        Query(sort: \.endDate, sectionBy: \.region),
        Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.region),
        Query(sectionBy: \.region),
        Query(all, transaction: smooth, sectionBy: \.region),
        Query(all, sectionBy: \.region),
    ]
}

@MainActor
func members(_ query: Query<Trip, [Trip]>) -> [Any] {
    query.update()
    return [query.modelContext, query.fetchError as Any, query.wrappedValue, query.sections]
}
