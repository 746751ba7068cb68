import Foundation
package import SwiftData

/// The building blocks of random predicates on the models of a schema.
package struct Catalogues {
    private var known: [ObjectIdentifier: Any] = [:]

    package init() {}

    package mutating func add<Model: PersistentModel>(_ catalogue: Catalogue<Model>) {
        known[ObjectIdentifier(Model.self)] = catalogue
    }

    package func catalogue<Model: PersistentModel>(_ type: Model.Type) -> Catalogue<Model> {
        known[ObjectIdentifier(type)] as? Catalogue<Model> ?? Catalogue()
    }
}

/// The building blocks of random predicates on a model, by type.
package struct Catalogue<Model: PersistentModel> {
    package typealias Leaf<T> = (Sealed<Model>) -> Sealed<T>
    package typealias Filler = (Model, Palette, inout SeededRandom) -> Void

    private var leaves: [ObjectIdentifier: [Any]] = [:]
    /// The types of which there is an attribute that is never nil.
    package private(set) var types: [any Sample.Type] = []
    /// The types of which there is an attribute that may be nil.
    package private(set) var optionalTypes: [any Sample.Type] = []
    package private(set) var toOne: [any ToOneLink<Model>] = []
    package private(set) var required: [any RequiredLink<Model>] = []
    package private(set) var toMany: [any ToManyLink<Model>] = []
    package private(set) var casts: [any CastLink<Model>] = []
    package private(set) var fillers: [Filler] = []
    /// Conditions on members of composite values.
    package private(set) var members: [(PredicateSource, Sealed<Model>) -> Sealed<Bool>] = []
    /// Strings that are not stored.
    package private(set) var computed: [Leaf<String>] = []

    package init() {}

    package func leaves<T>(_ type: T.Type) -> [Leaf<T>] {
        (leaves[ObjectIdentifier(type)] ?? []).compactMap { $0 as? Leaf<T> }
    }

    /// Adds a leaf that a predicate can read, but that is not filled by itself.
    package mutating func read<T>(_ type: T.Type, _ leaf: @escaping Leaf<T>) {
        leaves[ObjectIdentifier(type), default: []].append(leaf)
    }

    package mutating func member<T: Sample>(_ leaf: @escaping Leaf<T>) {
        read(T.self, leaf)
        members.append { $0.comparison(leaf($1), $1, 0) }
    }

    package mutating func optionalMember<T: Sample>(_ leaf: @escaping Leaf<T?>) {
        read(T?.self, leaf)
        members.append { source, subject in
            let isNil = source.random.chance(25)
            let wanted: T? = isNil ? nil : source.palette.value(T.self, &source.random)
            return source.equality(leaf(subject), Sealed(capturing: wanted))
        }
    }

    package mutating func compute(_ leaf: @escaping Leaf<String>) { computed.append(leaf) }

    private mutating func attribute<T>(_ path: any KeyPath<Model, T> & Sendable) {
        read(T.self) { Sealed(PredicateExpressions.build_KeyPath(root: $0, keyPath: path)) }
    }

    package mutating func add<T: Sample>(_ path: any ReferenceWritableKeyPath<Model, T> & Sendable) {
        attribute(path)
        note(T.self, in: &types)
        fillers.append { $0[keyPath: path] = $1.value(T.self, &$2) }
    }

    package mutating func add<T: Sample>(_ path: any ReferenceWritableKeyPath<Model, T?> & Sendable) {
        attribute(path)
        note(T.self, in: &optionalTypes)
        fillers.append { $0[keyPath: path] = $2.chance(35) ? nil : $1.value(T.self, &$2) }
    }

    package mutating func add<T: Sample>(_ path: any ReferenceWritableKeyPath<Model, [T]> & Sendable) {
        attribute(path)
        fillers.append { model, palette, random in
            model[keyPath: path] = (0..<random.below(4)).map { _ in palette.value(T.self, &random) }
        }
    }

    package mutating func add<T: Sample>(_ path: any ReferenceWritableKeyPath<Model, [T]?> & Sendable) {
        attribute(path)
        fillers.append { model, palette, random in
            model[keyPath: path] =
                random.chance(35) ? nil : (0..<random.below(4)).map { _ in palette.value(T.self, &random) }
        }
    }

    package mutating func link<Target: PersistentModel>(_ path: any KeyPath<Model, Target?> & Sendable) {
        attribute(path)
        toOne.append(ToOne(path: path))
    }

    package mutating func link<Target: PersistentModel>(_ path: any KeyPath<Model, Target> & Sendable) {
        attribute(path)
        required.append(Required(path: path))
    }

    package mutating func link<Target: PersistentModel>(_ path: any KeyPath<Model, [Target]> & Sendable) {
        attribute(path)
        toMany.append(ToMany(path: path))
    }

    package mutating func cast<Target: PersistentModel>(to type: Target.Type) { casts.append(Cast<Model, Target>()) }

    private func note(_ type: any Sample.Type, in list: inout [any Sample.Type]) {
        if !list.contains(where: { $0 == type }) { list.append(type) }
    }
}

/// A relationship to one model or none.
package protocol ToOneLink<Source> {
    associatedtype Source: PersistentModel
    associatedtype Target: PersistentModel
    var path: any KeyPath<Source, Target?> & Sendable { get }
}

/// A relationship to one model.
package protocol RequiredLink<Source> {
    associatedtype Source: PersistentModel
    associatedtype Target: PersistentModel
    var path: any KeyPath<Source, Target> & Sendable { get }
}

/// A relationship to many models.
package protocol ToManyLink<Source> {
    associatedtype Source: PersistentModel
    associatedtype Target: PersistentModel
    var path: any KeyPath<Source, [Target]> & Sendable { get }
}

/// A class that a model may be of.
package protocol CastLink<Source> {
    associatedtype Source: PersistentModel
    associatedtype Target: PersistentModel
}

private struct ToOne<Source: PersistentModel, Target: PersistentModel>: ToOneLink {
    let path: any KeyPath<Source, Target?> & Sendable
}

private struct Required<Source: PersistentModel, Target: PersistentModel>: RequiredLink {
    let path: any KeyPath<Source, Target> & Sendable
}

private struct ToMany<Source: PersistentModel, Target: PersistentModel>: ToManyLink {
    let path: any KeyPath<Source, [Target]> & Sendable
}

private struct Cast<Source: PersistentModel, Target: PersistentModel>: CastLink {}
