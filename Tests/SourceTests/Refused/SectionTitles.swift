// Models are grouped by strings alone.
import SwiftData

enum Season: String, Codable {
    case summer, winter
}

@Model
final class Trip {
    var name = ""
    var days = 0
    var season = Season.summer
    init() {}
}

extension Season: QuerySectionTitle {}  // expect-error: does not conform to protocol 'QuerySectionTitle'

/// A type that meets the requirement as far as it can.
struct Name: Codable, QuerySectionTitle {
    static func _grouping<Element: PersistentModel>(_ keyPath: KeyPath<Element, Name>) -> QuerySectionGrouping<Element>
    {
        QuerySectionGrouping()  // expect-error: initializer is inaccessible // expect-error: missing argument
    }
}

@MainActor
struct View {
    @Query(sort: \.name, sectionBy: \.days) var days: [Trip]  // expect-error: no exact matches
    @Query(sort: \.name, sectionBy: \.isOld) var flags: [Trip]  // expect-error: isOld
    @Query(sort: \.name, sectionBy: \.days) var all: SectionedResults<Trip, String>  // expect-error: no exact matches
}
