import Foundation
import SwiftData

/// Versions of a schema that differ in the attributes that the history keeps.
enum HarbourName: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Harbour.self] }

    @Model final class Harbour: AnyHarbour {
        @Attribute(.preserveValueOnDeletion) var name: String
        var city: String
        var area: String
        init(_ name: String) { (self.name, city, area) = (name, "city of \(name)", "area of \(name)") }
        static var tombstoneValues: [(String, PartialKeyPath<Harbour>)] {
            [("name", \.name), ("city", \.city), ("area", \.area)]
        }
    }
}

enum HarbourNameAndCity: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Harbour.self] }

    @Model final class Harbour: AnyHarbour {
        @Attribute(.preserveValueOnDeletion) var name: String
        @Attribute(.preserveValueOnDeletion) var city: String
        var area: String
        init(_ name: String) { (self.name, city, area) = (name, "city of \(name)", "area of \(name)") }
        static var tombstoneValues: [(String, PartialKeyPath<Harbour>)] {
            [("name", \.name), ("city", \.city), ("area", \.area)]
        }
    }
}

enum HarbourArea: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Harbour.self] }

    @Model final class Harbour: AnyHarbour {
        var name: String
        var city: String
        @Attribute(.preserveValueOnDeletion) var area: String
        init(_ name: String) { (self.name, city, area) = (name, "city of \(name)", "area of \(name)") }
        static var tombstoneValues: [(String, PartialKeyPath<Harbour>)] {
            [("name", \.name), ("city", \.city), ("area", \.area)]
        }
    }
}

/// The class of a version.
protocol AnyHarbour: PersistentModel {
    init(_ name: String)
    /// The values that a test reads from a tombstone.
    static var tombstoneValues: [(String, PartialKeyPath<Self>)] { get }
}
