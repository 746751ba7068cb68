// Every form of the attribute @Query with sections, for an array, as the first talk has it.
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

@MainActor
struct ArraysWithSections {
    @Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.town)
    var animatedDateTown: [Trip]
    @Query(sort: \.startDate, animation: .bouncy, sectionBy: \.town) var animatedDateTownShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.town)
    var animatedEndTown: [Trip]
    @Query(sort: \.endDate, animation: .bouncy, sectionBy: \.town) var animatedEndTownShort: [Trip]
    @Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.town) var animatedNamesTown: [Trip]
    @Query(animation: .bouncy, sectionBy: \.town) var animatedAllTown: [Trip]
    @Query(all, animation: .bouncy, sectionBy: \.town) var animatedDescriptorTown: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.town)
    var movedDateTown: [Trip]
    @Query(sort: \.startDate, sectionBy: \.town) var movedDateTownShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.town)
    var movedEndTown: [Trip]
    @Query(sort: \.endDate, sectionBy: \.town) var movedEndTownShort: [Trip]
    @Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.town) var movedNamesTown: [Trip]
    @Query(sectionBy: \.town) var movedAllTown: [Trip]
    @Query(all, transaction: smooth, sectionBy: \.town) var movedDescriptorTown: [Trip]
    @Query(all, sectionBy: \.town) var movedDescriptorTownShort: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.region)
    var animatedDateRegion: [Trip]
    @Query(sort: \.startDate, animation: .bouncy, sectionBy: \.region) var animatedDateRegionShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.region)
    var animatedEndRegion: [Trip]
    @Query(sort: \.endDate, animation: .bouncy, sectionBy: \.region) var animatedEndRegionShort: [Trip]
    @Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.region) var animatedNamesRegion: [Trip]
    @Query(animation: .bouncy, sectionBy: \.region) var animatedAllRegion: [Trip]
    @Query(all, animation: .bouncy, sectionBy: \.region) var animatedDescriptorRegion: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.region)
    var movedDateRegion: [Trip]
    @Query(sort: \.startDate, sectionBy: \.region) var movedDateRegionShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.region)
    var movedEndRegion: [Trip]
    @Query(sort: \.endDate, sectionBy: \.region) var movedEndRegionShort: [Trip]
    @Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.region) var movedNamesRegion: [Trip]
    @Query(sectionBy: \.region) var movedAllRegion: [Trip]
    @Query(all, transaction: smooth, sectionBy: \.region) var movedDescriptorRegion: [Trip]
    @Query(all, sectionBy: \.region) var movedDescriptorRegionShort: [Trip]

    var titles: [String] { _movedAllTown.sections.map(\.title) + _animatedDateRegion.sections.sectionTitles }
}

struct Plain {
    @Query var bare: [Trip]
    @Query(filter: isLong, sort: \.endDate, animation: .bouncy, sectionBy: \.region) var regions: [Trip]
    @Query(all, sectionBy: \.town) var towns: SectionedResults<Trip, String>

    @MainActor var names: [String] { bare.map(\.name) + _regions.sections.sectionTitles + towns.sectionTitles }
}
