import SwiftData

// A property of each kind that queries tell apart, with relationships to one and to many.

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

@Model
final class Voyage {
    var name: String
    var note: String?
    var days = 0
    var crew: Int8 = 0
    var tons: UInt64 = 0
    var speed = 0.0
    var price: Decimal?
    var start = Date(timeIntervalSinceReferenceDate: 0)
    var end: Date?
    var code = UUID()
    var isOpen = false
    var isPaid: Bool?
    var season = Season.spring
    var grade: Grade?
    var weather = Weather.sunny
    var from = Harbour(city: "")
    var to: Harbour?
    var tags: [String] = []
    var captain: Captain?
    @Relationship(inverse: \Leg.voyage) var legs: [Leg] = []
    @Relationship(inverse: \Port.voyages) var ports: [Port] = []

    init(_ name: String) { self.name = name }

    /// Not stored.
    var title: String { "\(name)!" }
}

@Model
final class Captain {
    var name: String
    var nickname: String?
    var isRetired = false
    @Relationship(inverse: \Voyage.captain) var voyages: [Voyage] = []

    init(_ name: String, nickname: String? = nil) {
        self.name = name
        self.nickname = nickname
    }
}

@Model
final class Leg {
    var name: String
    var miles: Int
    var voyage: Voyage?

    init(_ name: String, miles: Int) {
        self.name = name
        self.miles = miles
    }
}

@Model
final class Port {
    var name: String
    var voyages: [Voyage] = []

    init(_ name: String) { self.name = name }
}

/// A dozen voyages with nil at every level, strings that compare unlike their bytes, and numbers at the edge.
struct Fleet {
    static let types: [any PersistentModel.Type] = [Voyage.self, Captain.self, Leg.self, Port.self]

    let ada = Captain("Ada", nickname: "The Engine")
    let bo = Captain("Bo")
    let ports = [Port("Kiel"), Port("Oslo"), Port("Riga")]
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
            voyage.ports = ports.enumerated().filter { index >> $0.offset & 1 == 1 }.map(\.element)
            voyages.append(voyage)
        }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
    }

    /// A fleet that is saved, in a context that saves no more by itself.
    static func saved() throws -> (context: ModelContext, fleet: Fleet) {
        let context = ModelContext(try container())
        context.autosaveEnabled = false
        let fleet = Fleet()
        for voyage in fleet.voyages { context.insert(voyage) }
        try context.save()
        return (context, fleet)
    }
}
