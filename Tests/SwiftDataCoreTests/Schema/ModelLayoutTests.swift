import Foundation
import SwiftDataCore
import Testing

@Suite("The layout of a model class")
struct ModelLayoutTests {
    @Test("There is one layout for each class")
    func identity() {
        #expect(ModelLayout.of(Trip.self) === ModelLayout.of(Trip.self))
        #expect(ModelLayout.of(Employee.self).superLayout === ModelLayout.of(Person.self))
    }

    @Test("Inherited properties come first, and share their objects")
    func inheritance() {
        let layout = ModelLayout.of(Employee.self)
        #expect(
            layout.properties.map(\.name) == ["name", "birthday", "rating", "trips", "salary", "boss", "reports"]
        )
        #expect(layout.properties.map(\.slot) == Array(0..<7))
        #expect(layout.properties[0] === ModelLayout.of(Person.self).properties[0])
        #expect(layout.slotCount == 7)
        #expect(layout.entityName == "Employee")
    }

    @Test("A subclass without metadata of its own has its superclass's properties, once")
    func inheritedMetadata() {
        let layout = ModelLayout.of(Intern.self)
        #expect(layout.slotCount == 7)
        #expect(layout.superLayout === ModelLayout.of(Employee.self))
        #expect(layout.problem == nil)
    }

    @Test("A key path finds its slot, made in the class, a superclass or generic code")
    func slots() {
        let layout = ModelLayout.of(Employee.self)
        #expect(layout.slot(for: \Person.birthday) == 1)
        #expect(layout.slot(for: \Employee.birthday) == 1)
        #expect(layout.slot(for: \Employee.boss) == 5)
        #expect(layout.slot(for: \Intern.reports) == 6)
        #expect(layout.slot(for: generic(Employee.self)) == 1)
        #expect(layout.slot(for: \Employee.boss?.name) == nil)
        #expect(layout.slot(for: \Employee.birthday?.timeIntervalSinceReferenceDate) == nil)
        #expect(layout.slot(for: \Employee.persistentModelID) == nil)
        #expect(layout.slot(for: \Trip.name) == nil)
        #expect(ModelLayout.of(Person.self).slot(for: \Employee.boss) == nil)
        #expect(layout.slot(named: "salary") == 4)
        #expect(layout.slot(named: "wage") == nil)
    }

    private func generic<Model: Person>(_: Model.Type) -> AnyKeyPath { \Model.birthday }

    @Test("Properties are what their types and their metadata say")
    func shapes() {
        let layout = ModelLayout.of(Trip.self)
        guard case .attribute(let name) = layout.properties[0].shape,
            case .toOne(let owner, let person) = layout.properties[1].shape,
            case .toMany(let items, let item) = layout.properties[2].shape,
            case .toOne(let start, _) = layout.properties[3].shape,
            case .attribute(let address) = layout.properties[5].shape,
            case .attribute(let tags) = layout.properties[6].shape
        else { return #expect(Bool(false)) }
        #expect(name.kind == .string)
        #expect(!name.isOptional)
        #expect(ObjectIdentifier(person) == ObjectIdentifier(Person.self))
        #expect(owner.destination == "Person")
        #expect(owner.isOptional)
        #expect(owner.isToOneRelationship)
        #expect(ObjectIdentifier(item) == ObjectIdentifier(Item.self))
        #expect(items.isOptional)
        #expect(!items.isToOneRelationship)
        #expect(items.deleteRule == .cascade)
        #expect(items.maximumModelCount == 9)
        #expect(!start.isOptional)
        #expect(address is Schema.CompositeAttribute)
        #expect(layout.properties[5].isOptional)
        #expect(tags.kind == .json)
    }

    @Test("A default is a value of the property's type")
    func defaults() {
        let layout = ModelLayout.of(Person.self)
        #expect(layout.properties[2].defaultValue as? Double == 5)
        #expect(layout.properties[0].defaultValue == nil)
    }

    @Test("Options, constraints and indices")
    func constraints() {
        let person = ModelLayout.of(Person.self)
        guard case .attribute(let name) = person.properties[0].shape else { return #expect(Bool(false)) }
        #expect(name.originalName == "fullName")
        #expect(person.uniquenessConstraints == [["name"], ["name", "birthday"]])
        #expect(
            person.indices == [
                IndexDescription(properties: ["birthday"]), IndexDescription(properties: ["name", "birthday"]),
            ]
        )
        let employee = ModelLayout.of(Employee.self)
        #expect(employee.properties[4].isEphemeral)
        #expect(employee.uniquenessConstraints.isEmpty)
        #expect(
            employee.indices == [
                IndexDescription(kind: .rtree, properties: ["salary"]), IndexDescription(properties: ["name"]),
            ]
        )
        #expect(person.indices[1].name == "SwiftDataIndexOnBinarynamebirthday")
    }

    @Test("A property that cannot be stored is a problem, and keeps its slot")
    func problem() throws {
        let layout = ModelLayout.of(Broken.self)
        #expect(layout.properties.map(\.name) == ["first", "bad", "last"])
        let problem = try #require(layout.problem)
        #expect(problem.code == .unsupportedType)
        #expect(problem.entityName == "Broken")
        #expect(problem.propertyName == "bad")
    }
}

@Suite("The inverse of a relationship")
struct InverseTests {
    private func inverse(_ keyPath: AnyKeyPath, in type: any PersistentModel.Type) -> String? {
        let layout = ModelLayout.of(type)
        guard let slot = layout.slot(for: keyPath), let inverse = layout.inverse(of: slot) else { return nil }
        return "\(inverse.layout.entityName).\(inverse.layout.properties[inverse.slot].name)"
    }

    @Test("Named on this side")
    func explicit() { #expect(inverse(\Trip.items, in: Trip.self) == "Item.trip") }

    @Test("Named on the other side")
    func named() { #expect(inverse(\Item.trip, in: Item.self) == "Trip.items") }

    @Test("Not that of a relationship that another one is the inverse of")
    func claimed() { #expect(inverse(\Item.alternative, in: Item.self) == nil) }

    @Test("Inferred where each side has one candidate")
    func inferred() {
        #expect(inverse(\Trip.owner, in: Trip.self) == "Person.trips")
        #expect(inverse(\Person.trips, in: Person.self) == "Trip.owner")
    }

    @Test("Inherited")
    func inherited() { #expect(inverse(\Person.trips, in: Employee.self) == "Trip.owner") }

    @Test("None where there are two candidates")
    func ambiguous() {
        #expect(inverse(\Place.trips, in: Place.self) == nil)
        #expect(inverse(\Trip.start, in: Trip.self) == nil)
        #expect(inverse(\Trip.end, in: Trip.self) == nil)
    }

    @Test("Within a class: parent and children are inferred, itself only where named")
    func selfRelationships() {
        #expect(inverse(\Employee.boss, in: Employee.self) == "Employee.reports")
        #expect(inverse(\Employee.reports, in: Employee.self) == "Employee.boss")
        #expect(inverse(\Place.twin, in: Place.self) == "Place.twin")
        #expect(inverse(\Place.neighbours, in: Place.self) == nil)
    }

    @Test("Not an attribute")
    func attribute() throws {
        let layout = ModelLayout.of(Astray.self)
        #expect(layout.inverse(of: 0) == nil)
        #expect(try #require(layout.inverseProblem(of: 0)).propertyName == "trip")
        #expect(ModelLayout.of(Trip.self).inverse(of: 0) == nil)
        #expect(ModelLayout.of(Trip.self).inverse(of: 99) == nil)
    }
}
