import Foundation
import SwiftDataCore

// Model classes as `@Model` would expand them, as far as layouts and schemas look: key paths and metadata. Nothing
// reads or writes them.

private typealias Metadata = Schema.PropertyMetadata

/// Models whose members are never called by layouts.
protocol Paper: PersistentModel {}

extension Paper {
    fileprivate func absent<Value>(_: Value.Type = Value.self) -> Value { preconditionFailure("only key paths") }
}

class Person: Paper {
    var persistentBackingData: any BackingData<Person>
    required init(backingData: any BackingData<Person>) { persistentBackingData = backingData }
    class var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(
                name: "name",
                keypath: \Person.name,
                metadata: Schema.Attribute(.unique, originalName: "fullName")
            ),
            Metadata(name: "birthday", keypath: \Person.birthday),
            Metadata(name: "rating", keypath: \Person.rating, defaultValue: 5),
            Metadata(name: "trips", keypath: \Person.trips),
            Metadata(
                name: "SwiftData.Schema.Index",
                keypath: \Schema.encodingVersion,
                metadata: Schema.Index<Person>([\.birthday], [\.name, \.birthday])
            ),
            Metadata(
                name: "SwiftData.Schema.Unique",
                keypath: \Schema.encodingVersion,
                metadata: Schema.Unique<Person>([\.name, \.birthday])
            ),
        ]
    }
    var name: String {
        get { absent() }
        set {}
    }
    var birthday: Date? {
        get { absent() }
        set {}
    }
    var rating: Double {
        get { absent() }
        set {}
    }
    var trips: [Trip] {
        get { absent() }
        set {}
    }
}

class Employee: Person {
    override class var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "salary", keypath: \Employee.salary, metadata: Schema.Attribute(.ephemeral)),
            Metadata(name: "boss", keypath: \Employee.boss),
            Metadata(name: "reports", keypath: \Employee.reports),
            Metadata(
                name: "SwiftData.Schema.Index",
                keypath: \Schema.encodingVersion,
                metadata: Schema.Index<Employee>(.rtree([\.salary]), .binary([\.name]))
            ),
        ]
    }
    var salary: Decimal {
        get { absent() }
        set {}
    }
    var boss: Employee? {
        get { absent() }
        set {}
    }
    var reports: [Employee] {
        get { absent() }
        set {}
    }
}

/// A subclass that is not a model of its own: it inherits the metadata.
final class Intern: Employee {}

final class Trip: Paper {
    var persistentBackingData: any BackingData<Trip>
    init(backingData: any BackingData<Trip>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "name", keypath: \Trip.name),
            Metadata(name: "owner", keypath: \Trip.owner),
            Metadata(
                name: "items",
                keypath: \Trip.items,
                metadata: Schema.Relationship(deleteRule: .cascade, maximumModelCount: 9, inverse: \Item.trip)
            ),
            Metadata(name: "start", keypath: \Trip.start),
            Metadata(name: "end", keypath: \Trip.end),
            Metadata(name: "address", keypath: \Trip.address),
            Metadata(name: "tags", keypath: \Trip.tags),
        ]
    }
    var name: String {
        get { absent() }
        set {}
    }
    var owner: Person? {
        get { absent() }
        set {}
    }
    var items: [Item]? {
        get { absent() }
        set {}
    }
    var start: Place {
        get { absent() }
        set {}
    }
    var end: Place? {
        get { absent() }
        set {}
    }
    var address: Address? {
        get { absent() }
        set {}
    }
    var tags: [String] {
        get { absent() }
        set {}
    }
}

final class Item: Paper {
    var persistentBackingData: any BackingData<Item>
    init(backingData: any BackingData<Item>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "trip", keypath: \Item.trip),
            Metadata(name: "alternative", keypath: \Item.alternative),
        ]
    }
    var trip: Trip? {
        get { absent() }
        set {}
    }
    var alternative: Trip? {
        get { absent() }
        set {}
    }
}

final class Place: Paper {
    var persistentBackingData: any BackingData<Place>
    init(backingData: any BackingData<Place>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "code", keypath: \Place.code),
            Metadata(name: "trips", keypath: \Place.trips),
            Metadata(name: "twin", keypath: \Place.twin, metadata: Schema.Relationship(inverse: \Place.twin)),
            Metadata(name: "neighbours", keypath: \Place.neighbours),
        ]
    }
    var code: Colour {
        get { absent() }
        set {}
    }
    var trips: [Trip] {
        get { absent() }
        set {}
    }
    var twin: Place? {
        get { absent() }
        set {}
    }
    var neighbours: [Place] {
        get { absent() }
        set {}
    }
}

final class Broken: Paper {
    var persistentBackingData: any BackingData<Broken>
    init(backingData: any BackingData<Broken>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "first", keypath: \Broken.first),
            Metadata(name: "bad", keypath: \Broken.bad),
            Metadata(name: "last", keypath: \Broken.last),
        ]
    }
    var first: Int {
        get { absent() }
        set {}
    }
    var bad: NotCodable {
        get { absent() }
        set {}
    }
    var last: Int {
        get { absent() }
        set {}
    }
}

final class Astray: Paper {
    var persistentBackingData: any BackingData<Astray>
    init(backingData: any BackingData<Astray>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(
                name: "trip",
                keypath: \Astray.trip,
                metadata: Schema.Relationship(inverse: \Trip.name)
            )
        ]
    }
    var trip: Trip? {
        get { absent() }
        set {}
    }
}

final class Visit: Paper {
    var persistentBackingData: any BackingData<Visit>
    init(backingData: any BackingData<Visit>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
        [
            Metadata(name: "place", keypath: \Visit.place),
            Metadata(name: "nested", keypath: \Visit.nested),
        ]
    }
    var place: Point {
        get { absent() }
        set {}
    }
    var nested: Nested {
        get { absent() }
        set {}
    }
}

enum Version2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 1)
    static var models: [any PersistentModel.Type] { [Item.self] }
}
