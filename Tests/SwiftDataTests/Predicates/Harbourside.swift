import SwiftData

// Values of every kind, twice, so that two of a kind can be compared; models that inherit; optionals at every level.

enum Humour: String, Codable { case calm, wild, odd }
enum Load: Codable, Equatable {
    case empty
    case grain(Int)
    case crates(count: Int, label: String?)
}
struct Berth: Codable, Equatable {
    var quay: String
    var number: Int?
    var spot = Spot(x: 0, y: nil)
}
struct Spot: Codable, Equatable {
    var x: Double
    var y: Double?
}

@Model
class Sailor {
    var name: String
    var nickname: String?
    var age = 0
    var isRetired = false
    var home = Berth(quay: "")
    var second: Berth?
    var mentor: Sailor?
    var vessel: Vessel?

    init(_ name: String, nickname: String? = nil, age: Int) {
        self.name = name
        self.nickname = nickname
        self.age = age
    }
}

@Model
final class Officer: Sailor {
    var rank: Int
    var title: String?

    init(_ name: String, age: Int, rank: Int, title: String? = nil) {
        self.rank = rank
        self.title = title
        super.init(name, age: age)
    }
}

@Model
final class Vessel {
    var name: String
    var note: String?
    var tons = 0
    var draught: Int?
    var tiny: Int8 = 0
    var serial: UInt64 = 0
    var price = Decimal(0)
    var fee: Decimal?
    var ratio: Float = 0
    var share: Float?
    var speed = 0.0
    var top: Double?
    var built = Date(timeIntervalSinceReferenceDate: 0)
    var sold: Date?
    var code = UUID()
    var owner: UUID?
    var page = URL(fileURLWithPath: "/")
    var site: URL?
    var seal = Data()
    var stamp: Data?
    var mood = Humour.calm
    var past: Humour?
    var load = Load.empty
    var spare: Load?
    var berth = Berth(quay: "")
    var former: Berth?
    var isOpen = false
    var isPaid: Bool?
    var skipper: Sailor?
    var mate: Sailor?
    @Relationship(inverse: \Sailor.vessel) var crew: [Sailor] = []

    init(_ name: String) { self.name = name }
}

struct Harbourside {
    static let types: [any PersistentModel.Type] = [Vessel.self, Sailor.self, Officer.self]

    let ada = Sailor("Ada", nickname: "The Engine", age: 36)
    let bo = Sailor("Bo", age: 61)
    let cy = Officer("Cy", age: 50, rank: 3, title: "Chief")
    let di = Officer("Di", age: 29, rank: 1)
    var vessels: [Vessel] = []

    init() {
        bo.isRetired = true
        ada.mentor = bo
        cy.mentor = ada
        ada.home = Berth(quay: "North", number: 1)
        bo.home = Berth(quay: "South", number: nil, spot: Spot(x: 2, y: 3))
        cy.home = Berth(quay: "Cafe\u{301}", number: 3)
        ada.second = Berth(quay: "North", number: 1)
        cy.second = Berth(quay: "East", number: nil)
        for index in 0..<24 { vessels.append(vessel(index)) }
    }

    private func vessel(_ index: Int) -> Vessel {
        let names = ["Anna", "Bell\u{E9}", "Belle\u{301}", "", "a\"b'c", "100%_\\", "nul\u{0}in", "Zo\u{EB}"]
        let people: [Sailor?] = [ada, nil, bo, cy, di]
        let speeds = [0.5, -0.0, .infinity, .nan, 7.25, -.infinity, 0.1]
        let moods: [Humour] = [.calm, .wild, .odd]
        let loads: [Load] = [.empty, .grain(index), .crates(count: 2, label: index % 2 == 0 ? nil : "x")]
        let vessel = Vessel("\(names[index % 8])\(index / 8 == 0 ? "" : " \(index / 8)")")
        vessel.note = index % 3 == 0 ? nil : index % 3 == 1 ? vessel.name : "note \(index)"
        vessel.tons = index == 5 ? .min : index == 6 ? .max : index - 4
        vessel.draught = index % 4 == 0 ? nil : index - 6
        vessel.tiny = Int8(clamping: index * 12 - 130)
        vessel.serial = index == 7 ? .max : index == 8 ? UInt64(Int64.max) + 1 : UInt64(index)
        vessel.price = index == 9 ? .nan : Decimal(index - 3) / (index % 2 == 0 ? 10 : 7)
        vessel.fee = index % 3 == 0 ? nil : index == 4 ? vessel.price : Decimal(index) / 4
        vessel.ratio = Float(index) / 3 - 2
        vessel.share = index % 4 == 1 ? nil : Float(index) / 10
        vessel.speed = speeds[index % 7]
        vessel.top = index % 5 == 0 ? nil : speeds[(index + index / 7) % 7]
        vessel.built =
            index == 3
            ? .distantPast
            : index == 4 ? .distantFuture : Date(timeIntervalSinceReferenceDate: 10_000_000.25 * Double(index))
        vessel.sold = index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 9_000_000 * Double(index))
        vessel.code = UUID(uuid: (UInt8(index * 9), 0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        vessel.owner = index % 3 == 0 ? nil : vessel.code
        vessel.page = URL(string: "https://example.com/\(index % 5)?q=\(index % 2)")!
        vessel.site = index % 2 == 0 ? nil : URL(string: "https://example.com/\(index % 3)?q=1")
        vessel.seal = Data((0..<index % 6).map { UInt8($0 * 50) })
        vessel.stamp = index % 3 == 0 ? nil : Data((0..<index % 4).map { UInt8($0 * 50) })
        vessel.mood = moods[index % 3]
        vessel.past = index % 4 == 0 ? nil : moods[index % 2]
        vessel.load = loads[index % 3]
        vessel.spare = index % 4 == 1 ? nil : loads[(index / 2) % 3]
        vessel.berth = Berth(quay: index % 2 == 0 ? "North" : "Caf\u{E9}", number: index % 3 == 0 ? nil : index % 4)
        vessel.former =
            index % 3 == 0 ? nil : index % 3 == 1 ? vessel.berth : Berth(quay: "Cafe\u{301}", number: index % 4)
        if index % 8 == 0 { vessel.berth.spot = Spot(x: index == 8 ? .nan : 2, y: index == 16 ? nil : 3) }
        vessel.isOpen = index % 2 == 0
        vessel.isPaid = [true, false, nil][index % 3]
        vessel.skipper = people[index % 5]
        vessel.mate = people[(index + index / 5) % 5]
        return vessel
    }
}
