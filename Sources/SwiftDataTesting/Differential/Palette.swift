import Foundation
package import SwiftData

/// The few values of each type that the rows of one data set share with the predicates on them, so that predicates
/// meet rows.
package final class Palette {
    private let seed: UInt64
    private var values: [ObjectIdentifier: Any] = [:]
    private var models: [ObjectIdentifier: Any] = [:]
    private var identifiers: [PersistentIdentifier] = []

    let lacking: Set<StoreCapability>

    package init(seed: UInt64, lacking: Set<StoreCapability> = []) {
        self.seed = seed
        self.lacking = lacking
    }

    /// A value of the palette, or, now and then, any other.
    package func value<T: Sample>(_ type: T.Type, _ random: inout SeededRandom) -> T {
        if random.chance(6) { return drawn(&random) }
        return random.pick(all(type)) ?? drawn(&random)
    }

    /// True if there are dates whose number is NaN. Foundation takes them to be before and after every other date.
    package var hasDatesWithoutOrder: Bool { seed % 4 < 2 }

    private func drawn<T: Sample>(_ random: inout SeededRandom) -> T {
        let value = T.random(&random)
        if let date = value as? Date, date.timeIntervalSinceReferenceDate.isNaN, !hasDatesWithoutOrder,
            let other = Date(timeIntervalSinceReferenceDate: 1) as? T
        {
            return other
        }
        return value
    }

    private func all<T: Sample>(_ type: T.Type) -> [T] {
        if let known = values[ObjectIdentifier(type)] as? [T] { return known }
        // Whatever was asked for before, so that one predicate can be made again alone.
        let name = String(describing: type).utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
        var random = SeededRandom(seed: seed ^ name, lacking: lacking)
        let made: [T] = (0..<7).map { _ in drawn(&random) }
        values[ObjectIdentifier(type)] = made
        return made
    }

    package func remember<Model: PersistentModel>(_ rows: [Model]) {
        models[ObjectIdentifier(Model.self)] = rows
        identifiers += rows.map(\.persistentModelID)
    }

    package func model<Model: PersistentModel>(_ type: Model.Type, _ random: inout SeededRandom) -> Model? {
        random.pick(models[ObjectIdentifier(type)] as? [Model] ?? [])
    }

    package func rows<Model: PersistentModel>(_ type: Model.Type) -> [Model] {
        models[ObjectIdentifier(type)] as? [Model] ?? []
    }
}
