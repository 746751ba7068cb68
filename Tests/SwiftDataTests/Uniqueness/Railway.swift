import SwiftData
import TestSupport
import Testing

/// Models with every kind of uniqueness constraint, and every kind of relationship to a unique model.
@Model
final class Station {
    @Attribute(.unique) var code: String
    var name: String
    var opened: Int?
    var region: Region?
    @Relationship(inverse: \Line.stations)
    var lines: [Line] = []
    @Relationship(inverse: \Manager.station)
    var manager: Manager?
    @Relationship(inverse: \Platform.station)
    var platforms: [Platform] = []
    @Relationship(inverse: nil)
    var photos: [Photo] = []

    init(_ code: String, name: String = "", opened: Int? = nil) {
        self.code = code
        self.name = name
        self.opened = opened
    }
}

@Model
final class Region {
    @Attribute(.unique) var name: String
    var area: Int
    @Relationship(inverse: \Station.region)
    var stations: [Station] = []

    init(_ name: String, area: Int = 0) {
        self.name = name
        self.area = area
    }
}

@Model
final class Line {
    @Attribute(.unique) var name: String
    @Relationship(maximumModelCount: 4)
    var stations: [Station] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class Manager {
    var name: String
    var station: Station?

    init(_ name: String) {
        self.name = name
    }
}

/// Unique by two properties together, one of which is a relationship.
@Model
final class Platform {
    #Unique<Platform>([\.station, \.number])
    var station: Station?
    var number: Int?
    var length: Int

    init(_ number: Int?, length: Int, station: Station? = nil) {
        self.number = number
        self.length = length
        self.station = station
    }
}

@Model
final class Photo {
    var title: String

    init(_ title: String) {
        self.title = title
    }
}

/// Two constraints, and an optional one.
@Model
final class Passenger {
    #Unique<Passenger>([\.email], [\.first, \.last])
    var email: String?
    var first: String
    var last: String
    var trips: Int

    init(email: String?, first: String, last: String, trips: Int) {
        self.email = email
        self.first = first
        self.last = last
        self.trips = trips
    }
}

/// The storage medium of the rows.
enum Medium: CaseIterable {
    case memory
    case disk
}

/// A railway in a store of its own.
struct Railway {
    static let types: [any PersistentModel.Type] = [Station.self, Passenger.self]

    let store: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext

    init(_ medium: Medium) throws {
        store = try TemporaryFolder()
        let configuration =
            switch medium {
            case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
            case .disk: ModelConfiguration(url: store.file)
            }
        container = try ModelContainer(for: Schema(Self.types), configurations: [configuration])
        context = ModelContext(container)
    }

    /// Inserts models and saves.
    func save(_ models: any PersistentModel...) throws {
        for model in models { context.insert(model) }
        try context.save()
    }

    /// The models of a context are what a context finds that has just been made, and both sides of each relationship
    /// agree.
    func check(_ others: ModelContext..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let stored = try describe(ModelContext(container))
        for context in [context] + others {
            let remembered = try describe(context)
            #expect(remembered == stored, sourceLocation: sourceLocation)
            #expect(!context.hasChanges, sourceLocation: sourceLocation)
        }
    }

    private func describe(_ context: ModelContext) throws -> [String] {
        func label(_ model: (any PersistentModel)?) -> String {
            guard let model else { return "none" }
            return "\(model.persistentModelID)"
        }
        func labels(_ models: [any PersistentModel]) -> String { "\(models.map { label($0) })" }
        var lines: [String] = []
        for station in try context.fetch(FetchDescriptor<Station>()) {
            lines.append(
                "\(label(station)) \(station.code) \(station.name) \(String(describing: station.opened)) "
                    + "\(label(station.region)) \(labels(station.lines)) \(label(station.manager)) "
                    + "\(labels(station.platforms)) \(labels(station.photos))"
            )
            #expect(station.region == nil || station.region?.stations.contains(station) == true)
            #expect(station.manager == nil || station.manager?.station === station)
            #expect(station.lines.allSatisfy { $0.stations.contains(station) })
            #expect(station.platforms.allSatisfy { $0.station === station })
        }
        for region in try context.fetch(FetchDescriptor<Region>()) {
            lines.append("\(label(region)) \(region.name) \(region.area) \(labels(region.stations))")
            #expect(region.stations.allSatisfy { $0.region === region })
        }
        for line in try context.fetch(FetchDescriptor<Line>()) {
            lines.append("\(label(line)) \(line.name) \(labels(line.stations))")
            #expect(line.stations.allSatisfy { $0.lines.contains(line) })
        }
        for manager in try context.fetch(FetchDescriptor<Manager>()) {
            lines.append("\(label(manager)) \(manager.name) \(label(manager.station))")
            #expect(manager.station == nil || manager.station?.manager === manager)
        }
        for platform in try context.fetch(FetchDescriptor<Platform>()) {
            lines.append(
                "\(label(platform)) \(String(describing: platform.number)) \(platform.length) \(label(platform.station))"
            )
            #expect(platform.station == nil || platform.station?.platforms.contains(platform) == true)
        }
        for passenger in try context.fetch(FetchDescriptor<Passenger>()) {
            lines.append(
                "\(label(passenger)) \(passenger.email ?? "-") \(passenger.first) \(passenger.last) \(passenger.trips)"
            )
        }
        return lines.sorted()
    }
}
