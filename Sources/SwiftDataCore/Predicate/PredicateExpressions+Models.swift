public import Foundation

/// Captured models: Foundation's constants must be `Codable`, which models are not.
extension PredicateExpressions {
    /// A constant that is made of models, in nodes of Foundation's own.
    public typealias _Models<Captured> = KeyPath<Value<_CapturedModels<Captured>>, Captured>

    /// A captured model.
    public static func _build_Arg<Model>(_ model: Model) -> _Models<Model> where Model: PersistentModel {
        build_KeyPath(root: Value(_CapturedModels(models: model)), keyPath: \.models)
    }

    /// A captured model, or nil.
    public static func _build_Arg<Model>(_ model: Model?) -> _Models<Model?> where Model: PersistentModel {
        build_KeyPath(root: Value(_CapturedModels(models: model)), keyPath: \.models)
    }

    /// Captured models in order.
    public static func _build_Arg<Model>(_ models: [Model]) -> _Models<[Model]> where Model: PersistentModel {
        build_KeyPath(root: Value(_CapturedModels(models: models)), keyPath: \.models)
    }

    /// Captured models in a set.
    public static func _build_Arg<Model>(_ models: Set<Model>) -> _Models<Set<Model>> where Model: PersistentModel {
        build_KeyPath(root: Value(_CapturedModels(models: models)), keyPath: \.models)
    }
}

/// Models that a predicate captured; not for use elsewhere.
public struct _CapturedModels<Models>: Codable {
    public let models: Models

    init(models: Models) {
        self.models = models
    }

    /// Foundation's constants must be `Codable`; models are not.
    /// - Throws: `DecodingError`, always.
    public init(from decoder: any Decoder) throws { throw DecodingError.notCodable(decoder) }

    /// Foundation's constants must be `Codable`; models are not.
    /// - Throws: `EncodingError`, always.
    public func encode(to encoder: any Encoder) throws { throw EncodingError.notCodable(self, encoder) }
}

extension _CapturedModels: Sendable where Models: Sendable {}
