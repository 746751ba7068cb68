public import SwiftData
import SwiftDataCore

/// Sample models for tests, previews, examples and benchmarks, the same for one seed.
///
/// ```swift
/// var samples = SampleData(seed: 7)
/// let places = samples.make(Place.self, 20, in: context) { random, _ in Place(name: random.name()) }
/// let trips = samples.make(Trip.self, 1_000, in: context) { random, number in
///     Trip(number: number, cost: random.decimal(1...900))
/// }
/// samples.link(trips, \.place, to: places)
/// samples.link(trips, \.companions, to: people, count: 0...4)
/// ```
///
/// Each call has values of its own, by the seed, the entity, and the number of calls for it before. Samples of a class
/// that is added later do not change the samples of other classes.
public struct SampleData {
    private let seed: UInt64
    private var calls: [String: UInt64] = [:]

    /// Begins the samples of a seed.
    public init(seed: UInt64) { self.seed = seed }

    /// The random values of the next call for an entity.
    public mutating func random<Model: PersistentModel>(for type: Model.Type) -> SampleRandom {
        let name = Model._$modelLayout.entityName
        let call = calls[name, default: 0]
        calls[name] = call + 1
        // FNV-1a, since the hashes of the standard library differ from process to process.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        var mixing = SampleRandom(seed: seed ^ hash)
        let first = mixing.next()
        return SampleRandom(seed: first &+ call &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Makes models and inserts them.
    /// - Parameters:
    ///   - type: The class.
    ///   - count: The number of models.
    ///   - context: The context that they are inserted into; nil for none.
    ///   - make: Makes a model of random values and of its number, from 0.
    /// - Returns: The models, in order.
    /// - Throws: The errors of `make`. The models that were made before stay in the context.
    public mutating func make<Model: PersistentModel>(
        _ type: Model.Type,
        _ count: Int,
        in context: ModelContext? = nil,
        _ make: (_ random: inout SampleRandom, _ number: Int) throws -> Model
    ) rethrows -> [Model] {
        var random = random(for: type)
        return try (0..<max(count, 0)).map { number in
            let model = try make(&random, number)
            context?.insert(model)
            return model
        }
    }

    /// Gives each model a destination of a to-one relationship.
    /// - Parameters:
    ///   - models: The models.
    ///   - relationship: The relationship.
    ///   - destinations: The models to choose from, each with the same probability. Where there are none, nothing is set.
    ///   - missing: The probability that a model has no destination.
    public mutating func link<Model: PersistentModel, Destination: PersistentModel>(
        _ models: [Model],
        _ relationship: ReferenceWritableKeyPath<Model, Destination?>,
        to destinations: [Destination],
        missing: Double = 0
    ) {
        var random = random(for: Model.self)
        for model in models {
            let isMissing = random.bool(missing)
            guard let destination = random.element(of: destinations) else { return }
            model[keyPath: relationship] = isMissing ? nil : destination
        }
    }

    /// Gives each model members of a to-many relationship, none twice.
    /// - Parameters:
    ///   - models: The models.
    ///   - relationship: The relationship.
    ///   - destinations: The models to choose from.
    ///   - count: The least and the greatest number of members. There are never more than destinations.
    public mutating func link<Model: PersistentModel, Destination: PersistentModel>(
        _ models: [Model],
        _ relationship: ReferenceWritableKeyPath<Model, [Destination]>,
        to destinations: [Destination],
        count: ClosedRange<Int>
    ) {
        var random = random(for: Model.self)
        for model in models {
            model[keyPath: relationship] = random.elements(of: destinations, count: random.int(count))
        }
    }
}
