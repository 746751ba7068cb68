// Memberwise initialisers beside private queries, which another file calls.
// compile-beside: QueryMemberwiseCalls.swift
import SwiftData

@Model
final class Trip {
    var name = ""
    var town = ""

    init() {}
}

@MainActor
struct Board {
    var title: String
    @Query private var trips: [Trip]
    @Query(sort: \.name) private var sorted: [Trip]
    @Query(sort: \.name, sectionBy: \.town) private var towns: SectionedResults<Trip, String>
    @Query(FetchDescriptor<Trip>(), sectionBy: \.town) private var plainTowns: [Trip]

    var names: [String] { trips.map(\.name) + sorted.map(\.name) + towns.sectionTitles + plainTowns.map(\.name) }
}

struct Plain {
    var title = "all"
    let count: Int
    @Query private var trips: [Trip]
    @Query(filter: #Predicate<Trip> { $0.name != "" }, animation: .default) private var filtered: [Trip]

    @MainActor var names: [String] { trips.map(\.name) + filtered.map(\.name) }
}
