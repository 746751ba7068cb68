// Every form of the attribute @Query of Apple's, with all of its arguments and with the fewest.
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
struct Arrays {
    @Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy) var animatedDate: [Trip]
    @Query(sort: \.startDate, animation: .bouncy) var animatedDateShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy) var animatedEnd: [Trip]
    @Query(sort: \.endDate, animation: .bouncy) var animatedEndShort: [Trip]
    @Query(filter: isLong, sort: byName, animation: .bouncy) var animatedNames: [Trip]
    @Query(animation: .bouncy) var animatedAll: [Trip]
    @Query(all, animation: .bouncy) var animatedDescriptor: [Trip]
    @Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth) var movedDate: [Trip]
    @Query(sort: \.startDate) var movedDateShort: [Trip]
    @Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth) var movedEnd: [Trip]
    @Query(sort: \.endDate) var movedEndShort: [Trip]
    @Query(filter: isLong, sort: byName, transaction: smooth) var movedNames: [Trip]
    @Query() var movedAll: [Trip]
    @Query(all, transaction: smooth) var movedDescriptor: [Trip]
    @Query(all) var movedDescriptorShort: [Trip]
    @Query var bare: [Trip]
}

@MainActor
struct Sections {
    @Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.town)
    var animatedDateTown: SectionedResults<Trip, String>
    @Query(sort: \.startDate, animation: .bouncy, sectionBy: \.town)
    var animatedDateTownShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.town)
    var animatedEndTown: SectionedResults<Trip, String>
    @Query(sort: \.endDate, animation: .bouncy, sectionBy: \.town)
    var animatedEndTownShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.town)
    var animatedNamesTown: SectionedResults<Trip, String>
    @Query(animation: .bouncy, sectionBy: \.town) var animatedAllTown: SectionedResults<Trip, String>
    @Query(all, animation: .bouncy, sectionBy: \.town) var animatedDescriptorTown: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.town)
    var movedDateTown: SectionedResults<Trip, String>
    @Query(sort: \.startDate, sectionBy: \.town) var movedDateTownShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.town)
    var movedEndTown: SectionedResults<Trip, String>
    @Query(sort: \.endDate, sectionBy: \.town) var movedEndTownShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.town)
    var movedNamesTown: SectionedResults<Trip, String>
    @Query(sectionBy: \.town) var movedAllTown: SectionedResults<Trip, String>
    @Query(all, transaction: smooth, sectionBy: \.town) var movedDescriptorTown: SectionedResults<Trip, String>
    @Query(all, sectionBy: \.town) var movedDescriptorTownShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.startDate, order: .reverse, animation: .bouncy, sectionBy: \.region)
    var animatedDateRegion: SectionedResults<Trip, String>
    @Query(sort: \.startDate, animation: .bouncy, sectionBy: \.region)
    var animatedDateRegionShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.endDate, order: .reverse, animation: .bouncy, sectionBy: \.region)
    var animatedEndRegion: SectionedResults<Trip, String>
    @Query(sort: \.endDate, animation: .bouncy, sectionBy: \.region)
    var animatedEndRegionShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: byName, animation: .bouncy, sectionBy: \.region)
    var animatedNamesRegion: SectionedResults<Trip, String>
    @Query(animation: .bouncy, sectionBy: \.region) var animatedAllRegion: SectionedResults<Trip, String>
    @Query(all, animation: .bouncy, sectionBy: \.region) var animatedDescriptorRegion: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.startDate, order: .reverse, transaction: smooth, sectionBy: \.region)
    var movedDateRegion: SectionedResults<Trip, String>
    @Query(sort: \.startDate, sectionBy: \.region) var movedDateRegionShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: \.endDate, order: .reverse, transaction: smooth, sectionBy: \.region)
    var movedEndRegion: SectionedResults<Trip, String>
    @Query(sort: \.endDate, sectionBy: \.region) var movedEndRegionShort: SectionedResults<Trip, String>
    @Query(filter: isLong, sort: byName, transaction: smooth, sectionBy: \.region)
    var movedNamesRegion: SectionedResults<Trip, String>
    @Query(sectionBy: \.region) var movedAllRegion: SectionedResults<Trip, String>
    @Query(all, transaction: smooth, sectionBy: \.region) var movedDescriptorRegion: SectionedResults<Trip, String>
    @Query(all, sectionBy: \.region) var movedDescriptorRegionShort: SectionedResults<Trip, String>

    var titles: [String] { movedAllTown.map(\.title) + animatedDateRegion.sectionTitles }
}
