import Foundation
import SwiftData
import SwiftDataSQLite
import TestSupport
import Testing

/// One of the package's own samples, for as long as a test needs it.
final class OwnSample {
    let sample: SampleStore

    init(_ name: String) throws { sample = try SampleStore(name) }

    deinit { sample.remove() }

    var file: URL { sample.file }

    /// Returns the output of the `sqlite3` program, without the newline at its end.
    @discardableResult
    func sqlite3(_ sql: String) throws -> String {
        try #require(Program.sqlite3).run(["-cmd", ".timeout 10000", file.path, sql]).trimmingCharacters(in: .newlines)
    }

    /// Reads the parts of the file that must stay as they are, byte for byte.
    func frame() throws -> String {
        try sqlite3(
            "SELECT hex(Z_PLIST), Z_UUID, hex(Z_CONTENT) FROM Z_METADATA, Z_MODELCACHE; "
                + "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'Z%' ORDER BY name"
        )
    }

    func container(
        _ models: [any PersistentModel.Type],
        _ change: (inout ModelConfiguration) -> Void = { _ in }
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: file)
        change(&configuration)
        return try ModelContainer(for: Schema(models), configurations: [configuration])
    }
}

/// The classes of `own-orchard`.
enum Orchard {
    static let models: [any PersistentModel.Type] = [
        CDGarden.self, Gardener.self, Label.self, Plant.self, Tree.self,
    ]

    /// Its entity is `Garden`.
    @Model final class CDGarden {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Plant.garden) var plants: [Plant] = []

        init(name: String) { self.name = name }
    }

    @Model final class Gardener {
        var name: String?
        var favourites: [Plant] = []

        init(name: String?) { self.name = name }
    }

    @Model final class Label {
        var text: String
        @Relationship(inverse: \Plant.labels) var plants: [Plant] = []

        init(text: String) { self.text = text }
    }

    @Model class Plant {
        var alive: Bool
        var count: Int16
        var height: Double?
        var link: URL?
        var name: String
        var photo: Data?
        var planted: Date?
        var price: Decimal?
        var seeds: Int64
        var serial: UUID?
        var garden: CDGarden?
        var labels: [Label] = []

        init(name: String) {
            alive = true
            count = 0
            seeds = 0
            self.name = name
        }
    }

    @Model final class Tree: Plant {
        var rings: Int32?

        init(name: String, rings: Int32?) {
            self.rings = rings
            super.init(name: name)
        }
    }
}
