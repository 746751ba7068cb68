import SwiftData
import Testing

enum Zone: String, Codable { case east, west }

@Model
class Stay {
    var name: String
    var city: String?

    init(name: String, city: String? = nil) {
        self.name = name
        self.city = city
    }
}

@Model
final class HotelStay: Stay {
    var stars: Int

    init(name: String, stars: Int) {
        self.stars = stars
        super.init(name: name)
    }
}

@Model
final class Errand {
    var title: String
    var isDone: Bool

    init(_ title: String, isDone: Bool) {
        self.title = title
        self.isDone = isDone
    }
}

@Model
final class Journey {
    var name: String
    var note: String?
    var price: Double
    var days: Int
    var start: Date
    var tags: [String]
    var stay: Stay?
    var errands: [Errand]
    var zone: Zone
    var isPrivate = false
    var rating: Int?

    init(name: String, note: String?, price: Double, days: Int, stay: Stay?, errands: [Errand]) {
        self.name = name
        self.note = note
        self.price = price
        self.days = days
        start = Date(timeIntervalSince1970: 100)
        tags = ["north"]
        self.stay = stay
        self.errands = errands
        zone = .west
    }
}

private func journey() -> Journey {
    Journey(
        name: "Rome",
        note: "hi",
        price: 12.5,
        days: 3,
        stay: Stay(name: "Inn", city: "Roma"),
        errands: [Errand("Pack", isDone: true), Errand("Fly", isDone: false)]
    )
}

/// Evaluates a predicate on the journey, and expects that it can be printed, which Foundation does node by node.
private func holds(_ predicate: Predicate<Journey>) throws -> Bool {
    let result = try predicate.evaluate(journey())
    #expect("\(predicate)".isEmpty == false)
    return result
}

@Suite("Predicates made by the macro evaluate to what their closures say")
struct PredicateMacroTests {
    let name = "Rome"
    let optionalName: String? = "Rome"
    let names: [String]? = ["Rome", "Oslo"]
    let noNames: [String]? = nil

    @Test("A captured value compares with a required and with an optional property")
    func capturedValues() throws {
        #expect(try holds(#Predicate<Journey> { $0.name == name }))
        #expect(try holds(#Predicate<Journey> { $0.name == optionalName }))
        #expect(try holds(#Predicate<Journey> { $0.note != name && $0.note == "hi" }))
        #expect(try holds(#Predicate { journey in journey.name == self.name && !journey.isPrivate }))
        #expect(try !holds(#Predicate { (journey: Journey) in journey.name != name }))
    }

    @Test("A property compares with another, also where only one of them is optional")
    func propertiesAmongThemselves() throws {
        #expect(try holds(#Predicate<Journey> { $0.name != $0.note }))
        #expect(try holds(#Predicate<Journey> { $0.note != $0.name && $0.stay?.name != $0.name }))
    }

    @Test("A test for nil, an optional chain and a forced unwrapping")
    func optionals() throws {
        #expect(try holds(#Predicate<Journey> { $0.note != nil && $0.rating == nil }))
        #expect(try holds(#Predicate<Journey> { $0.note! == "hi" && $0.stay!.city!.contains("om") }))
        #expect(try holds(#Predicate<Journey> { $0.stay?.name == "Inn" && $0.stay?.city == "Roma" }))
        #expect(try holds(#Predicate<Journey> { $0.stay?.city?.count == 4 }))
        #expect(try !holds(#Predicate<Journey> { $0.stay?.city?.isEmpty ?? true }))
        #expect(try holds(#Predicate<Journey> { ($0.rating ?? 3) == 3 && $0.note.flatMap { $0.count } == 2 }))
        #expect(try holds(#Predicate<Journey> { $0.stay?.city?.contains("om") == true }))
    }

    @Test("What could trap is not computed before the conditions that protect it")
    func protectedOperands() throws {
        #expect(try holds(#Predicate<Journey> { noNames == nil || noNames!.contains($0.name) }))
        #expect(try holds(#Predicate<Journey> { names == nil || names!.contains($0.name) }))
        #expect(try holds(#Predicate<Journey> { names?.contains($0.name) ?? false }))
    }

    @Test("A to-many relationship is asked by a nested closure")
    func toMany() throws {
        #expect(try holds(#Predicate<Journey> { $0.errands.contains { $0.isDone && $0.title == "Pack" } }))
        #expect(
            try holds(
                #Predicate<Journey> { journey in
                    journey.errands.contains(where: { errand in errand.title != journey.name })
                }
            )
        )
        #expect(try !holds(#Predicate<Journey> { $0.errands.allSatisfy { $0.isDone } }))
        #expect(try holds(#Predicate<Journey> { $0.errands.filter { $0.isDone }.count == 1 }))
        #expect(try holds(#Predicate<Journey> { !$0.errands.isEmpty && $0.errands[0].isDone }))
    }

    @Test("Arithmetic and ranges take the types of the properties in them")
    func arithmetic() throws {
        #expect(try holds(#Predicate<Journey> { $0.price * 2 == 25 }))
        #expect(try holds(#Predicate<Journey> { $0.days + 1 == 4 && $0.days / 2 == 1 }))
        #expect(try holds(#Predicate<Journey> { $0.price / 2 == 6.25 && -$0.days == -3 }))
        #expect(try holds(#Predicate<Journey> { (1...5).contains($0.days) && (1..<20.5).contains($0.price) }))
        #expect(try holds(#Predicate<Journey> { ($0.days...5).contains(4) && $0.days % 2 == 1 }))
    }

    @Test("A condition with both branches, as an operator and as a statement")
    func conditionals() throws {
        #expect(try holds(#Predicate<Journey> { ($0.isPrivate ? 100 : 2.5) < $0.price }))
        #expect(try holds(#Predicate<Journey> { if let note = $0.note { note == "hi" } else { false } }))
        #expect(
            try holds(
                #Predicate<Journey> { journey in
                    if journey.isPrivate {
                        return false
                    } else if let note = journey.note, note.count == 2 {
                        return note.contains("h")
                    } else {
                        return false
                    }
                }
            )
        )
    }

    @Test("Local constants stand for what they are set to")
    func localConstants() throws {
        #expect(
            try holds(
                #Predicate<Journey> { journey in
                    let title = journey.name
                    let wanted = "Ro" + "me"
                    return title == wanted
                }
            )
        )
    }

    @Test("Text is searched, compared and converted")
    func text() throws {
        #expect(try holds(#Predicate<Journey> { $0.name.localizedStandardContains("ROM") }))
        #expect(try holds(#Predicate<Journey> { $0.name.starts(with: "Ro") && $0.name.hasPrefix("R") }))
        #expect(try holds(#Predicate<Journey> { $0.name.hasSuffix("me") && $0.name.lowercased() == "rome" }))
        #expect(try holds(#Predicate<Journey> { $0.name.caseInsensitiveCompare("rOME") == .orderedSame }))
        #expect(try holds(#Predicate<Journey> { $0.name.localizedCompare(name) == .orderedSame }))
        #expect(try holds(#Predicate<Journey> { $0.note?.localizedStandardContains("H") ?? false }))
    }

    @Test("An enum compares by value and by raw value, and a literal takes its type")
    func enums() throws {
        #expect(try holds(#Predicate<Journey> { $0.zone == Zone.west && $0.zone.rawValue == "west" }))
    }

    @Test("A collection that is captured or written in place contains a property")
    func collections() throws {
        #expect(try holds(#Predicate<Journey> { $0.tags.contains("north") && ["Bonn", "Rome"].contains($0.name) }))
        #expect(try holds(#Predicate<Journey> { $0.tags.min() == "north" && $0.tags.max() == "north" }))
    }

    @Test("What does not depend on the input is computed when the predicate is made")
    func captures() throws {
        #expect(try holds(#Predicate<Journey> { $0.start < Date() && $0.start > Date.distantPast }))
        #expect(try holds(#Predicate<Journey> { $0.start == Date(timeIntervalSince1970: 100) }))
        #expect(try holds(#Predicate<Journey> { _ in true }))
    }

    @Test("The class of a related model is tested and cast to")
    func casts() throws {
        #expect(try !holds(#Predicate<Journey> { $0.stay is HotelStay }))
        #expect(try !holds(#Predicate<Journey> { ($0.stay as? HotelStay)?.stars == 3 }))
    }

    @Test("Predicates and expressions are evaluated inside others")
    func nested() throws {
        let isDone = #Predicate<Errand> { $0.isDone }
        let count = #Expression<Journey, Int> { $0.errands.count + 1 }
        #expect(try holds(#Predicate<Journey> { $0.errands.contains { isDone.evaluate($0) } }))
        #expect(try holds(#Predicate<Journey> { count.evaluate($0) == 3 }))
    }

    @Test("A predicate over two models")
    func twoInputs() throws {
        let sameName = #Predicate<Journey, Stay> { $0.name == $1.name }
        #expect(try sameName.evaluate(journey(), Stay(name: "Rome")))
        #expect(try !sameName.evaluate(journey(), Stay(name: "Inn")))
    }
}
