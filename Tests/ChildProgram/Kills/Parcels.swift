import SwiftData

/// The model that the program works with, in each version of the schema.
protocol StoredParcel: PersistentModel {
    associatedtype Box: StoredBox where Box.Parcel == Self
    var number: Int { get set }
    /// The save that wrote the payload.
    var version: Int { get set }
    var size: Int { get set }
    var payload: Data? { get set }
    var box: Box? { get set }
    init(number: Int)
}

protocol StoredBox: PersistentModel {
    associatedtype Parcel: StoredParcel
    var number: Int { get set }
    var parcels: [Parcel] { get set }
    init(number: Int)
}

protocol StoredLedger: PersistentModel {
    /// The last save.
    var save: Int { get set }
    init(save: Int)
}

enum FirstVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Parcel.self, Box.self, Ledger.self]

    @Model final class Parcel: StoredParcel {
        var number: Int
        var version = 0
        var size = 0
        @Attribute(.externalStorage) var payload: Data?
        var box: Box?
        init(number: Int) { self.number = number }
    }

    @Model final class Box: StoredBox {
        var number: Int
        @Relationship(deleteRule: .nullify, inverse: \FirstVersion.Parcel.box) var parcels: [Parcel] = []
        init(number: Int) { self.number = number }
    }

    @Model final class Ledger: StoredLedger {
        var save: Int
        init(save: Int) { self.save = save }
    }
}

enum SecondVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Parcel.self, Box.self, Ledger.self]

    @Model final class Parcel: StoredParcel {
        var number: Int
        var version = 0
        var size = 0
        @Attribute(.externalStorage) var payload: Data?
        var label = "none"
        var box: Box?
        init(number: Int) { self.number = number }
    }

    @Model final class Box: StoredBox {
        var number: Int
        var colour: String?
        @Relationship(deleteRule: .nullify, inverse: \SecondVersion.Parcel.box) var parcels: [Parcel] = []
        init(number: Int) { self.number = number }
    }

    typealias Ledger = FirstVersion.Ledger
}

enum ParcelPlan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [FirstVersion.self, SecondVersion.self]
    static let stages: [MigrationStage] = [
        .lightweight(fromVersion: FirstVersion.self, toVersion: SecondVersion.self)
    ]
}

/// Opens a file with a version of the schema.
func container(_ path: String, isSecond: Bool, allowsSave: Bool = true) throws -> ModelContainer {
    let configuration = ModelConfiguration(url: URL(fileURLWithPath: path), allowsSave: allowsSave)
    return isSecond
        ? try ModelContainer(
            for: Schema(versionedSchema: SecondVersion.self),
            migrationPlan: ParcelPlan.self,
            configurations: configuration
        ) : try ModelContainer(for: Schema(versionedSchema: FirstVersion.self), configurations: configuration)
}
