import Foundation
import SwiftDataCore

// Model classes by hand, as `@Model` would write them, with a property of each kind that queries tell apart.

enum Season: String, Codable, CaseIterable { case spring, summer, autumn }
enum Grade: Int, Codable, Comparable, CaseIterable {
    case poor = 1
    case fair, good

    static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rawValue < rhs.rawValue }
}
enum Weather: Codable, Equatable {
    case sunny
    case rainy(Int)
}
struct Harbour: Codable, Equatable {
    var city: String
    var pier: Int?
    var position = Position(latitude: 0, longitude: 0)
}
struct Position: Codable, Equatable {
    var latitude: Double
    var longitude: Double
}

final class Voyage: PersistentModel {
    var persistentBackingData: any BackingData<Voyage>
    init(backingData: any BackingData<Voyage>) { persistentBackingData = backingData }
    init(_ name: String) {
        persistentBackingData = Voyage.createBackingData()
        self.name = name
    }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            .init(name: "name", keypath: \Voyage.name),
            .init(name: "note", keypath: \Voyage.note),
            .init(name: "days", keypath: \Voyage.days),
            .init(name: "crew", keypath: \Voyage.crew),
            .init(name: "tons", keypath: \Voyage.tons),
            .init(name: "speed", keypath: \Voyage.speed),
            .init(name: "price", keypath: \Voyage.price),
            .init(name: "start", keypath: \Voyage.start),
            .init(name: "end", keypath: \Voyage.end),
            .init(name: "code", keypath: \Voyage.code),
            .init(name: "isOpen", keypath: \Voyage.isOpen),
            .init(name: "isPaid", keypath: \Voyage.isPaid),
            .init(name: "season", keypath: \Voyage.season),
            .init(name: "grade", keypath: \Voyage.grade),
            .init(name: "weather", keypath: \Voyage.weather),
            .init(name: "from", keypath: \Voyage.from),
            .init(name: "to", keypath: \Voyage.to),
            .init(name: "tags", keypath: \Voyage.tags),
            .init(name: "captain", keypath: \Voyage.captain),
            .init(name: "legs", keypath: \Voyage.legs),
        ]
    }
    var name: String {
        get { _$read(slot: 0, after: 0) }
        set { _$write(slot: 0, after: 0, newValue) }
    }
    var note: String? {
        get { _$read(slot: 1, after: 0) }
        set { _$write(slot: 1, after: 0, newValue) }
    }
    var days: Int {
        get { _$read(slot: 2, after: 0) }
        set { _$write(slot: 2, after: 0, newValue) }
    }
    var crew: Int8 {
        get { _$read(slot: 3, after: 0) }
        set { _$write(slot: 3, after: 0, newValue) }
    }
    var tons: UInt64 {
        get { _$read(slot: 4, after: 0) }
        set { _$write(slot: 4, after: 0, newValue) }
    }
    var speed: Double {
        get { _$read(slot: 5, after: 0) }
        set { _$write(slot: 5, after: 0, newValue) }
    }
    var price: Decimal? {
        get { _$read(slot: 6, after: 0) }
        set { _$write(slot: 6, after: 0, newValue) }
    }
    var start: Date {
        get { _$read(slot: 7, after: 0) }
        set { _$write(slot: 7, after: 0, newValue) }
    }
    var end: Date? {
        get { _$read(slot: 8, after: 0) }
        set { _$write(slot: 8, after: 0, newValue) }
    }
    var code: UUID {
        get { _$read(slot: 9, after: 0) }
        set { _$write(slot: 9, after: 0, newValue) }
    }
    var isOpen: Bool {
        get { _$read(slot: 10, after: 0) }
        set { _$write(slot: 10, after: 0, newValue) }
    }
    var isPaid: Bool? {
        get { _$read(slot: 11, after: 0) }
        set { _$write(slot: 11, after: 0, newValue) }
    }
    var season: Season {
        get { _$read(slot: 12, after: 0) }
        set { _$write(slot: 12, after: 0, newValue) }
    }
    var grade: Grade? {
        get { _$read(slot: 13, after: 0) }
        set { _$write(slot: 13, after: 0, newValue) }
    }
    var weather: Weather {
        get { _$read(slot: 14, after: 0) }
        set { _$write(slot: 14, after: 0, newValue) }
    }
    var from: Harbour {
        get { _$read(slot: 15, after: 0) }
        set { _$write(slot: 15, after: 0, newValue) }
    }
    var to: Harbour? {
        get { _$read(slot: 16, after: 0) }
        set { _$write(slot: 16, after: 0, newValue) }
    }
    var tags: [String] {
        get { _$read(slot: 17, after: 0) }
        set { _$write(slot: 17, after: 0, newValue) }
    }
    var captain: Captain? {
        get { _$read(slot: 18, after: 0) }
        set { _$write(slot: 18, after: 0, newValue) }
    }
    var legs: [Leg] {
        get { _$read(slot: 19, after: 0) }
        set { _$write(slot: 19, after: 0, newValue) }
    }

    /// Not stored.
    var title: String { "\(name)!" }
}

final class Captain: PersistentModel {
    var persistentBackingData: any BackingData<Captain>
    init(backingData: any BackingData<Captain>) { persistentBackingData = backingData }
    init(_ name: String, nickname: String? = nil) {
        persistentBackingData = Captain.createBackingData()
        self.name = name
        self.nickname = nickname
    }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            .init(name: "name", keypath: \Captain.name),
            .init(name: "nickname", keypath: \Captain.nickname),
            .init(name: "voyages", keypath: \Captain.voyages),
            .init(name: "isRetired", keypath: \Captain.isRetired),
        ]
    }
    var name: String {
        get { _$read(slot: 0, after: 0) }
        set { _$write(slot: 0, after: 0, newValue) }
    }
    var nickname: String? {
        get { _$read(slot: 1, after: 0) }
        set { _$write(slot: 1, after: 0, newValue) }
    }
    var voyages: [Voyage] {
        get { _$read(slot: 2, after: 0) }
        set { _$write(slot: 2, after: 0, newValue) }
    }
    var isRetired: Bool {
        get { _$read(slot: 3, after: 0) }
        set { _$write(slot: 3, after: 0, newValue) }
    }
}

final class Leg: PersistentModel {
    var persistentBackingData: any BackingData<Leg>
    init(backingData: any BackingData<Leg>) { persistentBackingData = backingData }
    init(_ name: String, miles: Int) {
        persistentBackingData = Leg.createBackingData()
        self.name = name
        self.miles = miles
    }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            .init(name: "name", keypath: \Leg.name), .init(name: "miles", keypath: \Leg.miles),
            .init(name: "voyage", keypath: \Leg.voyage),
        ]
    }
    var name: String {
        get { _$read(slot: 0, after: 0) }
        set { _$write(slot: 0, after: 0, newValue) }
    }
    var miles: Int {
        get { _$read(slot: 1, after: 0) }
        set { _$write(slot: 1, after: 0, newValue) }
    }
    var voyage: Voyage? {
        get { _$read(slot: 2, after: 0) }
        set { _$write(slot: 2, after: 0, newValue) }
    }
}

/// A dozen voyages with nil at every level, strings that compare unlike their bytes, and numbers at the edge.
struct Fleet {
    let ada = Captain("Ada", nickname: "The Engine")
    let bo = Captain("Bo")
    var voyages: [Voyage] = []

    init() {
        bo.isRetired = true
        let names = [
            "Alpha", "alpha 10", "Alpha 9", "Café", "Cafe\u{301} noir", "", "Zebra", "ärger", "Omega\r\nnew", "日本",
            "STRASSE", "straße", "Kelvin \u{212A}", "a%b_c",
        ]
        for (index, name) in names.enumerated() {
            let voyage = Voyage(name)
            voyage.note = index % 3 == 0 ? nil : "note \(index)"
            voyage.days = index - 3
            voyage.crew = Int8(clamping: index * 20 - 100)
            voyage.tons = index == 4 ? .max : UInt64(index * 7)
            voyage.speed = [0.5, -2, .infinity, .nan, 7.25][index % 5]
            voyage.price = index % 4 == 0 ? nil : Decimal(index) / 8
            voyage.start = Date(timeIntervalSinceReferenceDate: Double(index) * 86_400)
            voyage.end = index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index) * 90_000)
            voyage.code = UUID(uuid: (UInt8(index * 19), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
            voyage.isOpen = index % 2 == 0
            voyage.isPaid = [true, false, nil][index % 3]
            voyage.season = Season.allCases[index % 3]
            voyage.grade = [nil, .poor, .fair, .good][index % 4]
            voyage.weather = index % 2 == 0 ? .sunny : .rainy(index)
            voyage.from = Harbour(city: index % 2 == 0 ? "Kiel" : "Cuxhaven", pier: index % 3 == 0 ? nil : index)
            voyage.to = index % 4 == 0 ? nil : Harbour(city: "Oslo", pier: index % 2 == 0 ? nil : index)
            voyage.tags = index % 3 == 0 ? [] : ["t\(index)", "x"]
            voyage.captain = [ada, bo, nil][index % 3]
            voyage.legs = (0..<index % 4).map { Leg("leg \($0)", miles: $0 * 10 + index) }
            voyages.append(voyage)
        }
    }
}
