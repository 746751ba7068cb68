import Foundation

extension Schema.Attribute {
    /// A choice made in `@Attribute`.
    public struct Option: Codable, Hashable, Sendable {
        package enum Choice: Codable, Hashable, Sendable {
            case unique, externalStorage, allowsCloudEncryption, preserveValueOnDeletion, ephemeral, spotlight
            case codable
            case createdDate, updatedDate
            case transformable(name: String)
        }

        package let choice: Choice

        package init(_ choice: Choice) {
            self.choice = choice
        }

        /// No two models have the same value; inserting a model whose value exists updates the stored one.
        ///
        /// ```swift
        /// @Model
        /// final class Account {
        ///     @Attribute(.unique) var email: String
        ///
        ///     init(email: String) {
        ///         self.email = email
        ///     }
        /// }
        /// ```
        public static var unique: Option { Option(.unique) }

        /// The value is stored through the value transformer registered under a name.
        public static func transformable(by transformerName: String) -> Option {
            Option(.transformable(name: transformerName))
        }

        /// The value is stored through a value transformer. One is made and registered under the name of its class,
        /// unless there is one of that name.
        public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
            let name = String(describing: transformerType)
            if ValueTransformer.registered(name) == nil {
                ValueTransformer.setValueTransformer(transformerType.init(), forName: NSValueTransformerName(name))
            }
            return Option(.transformable(name: name))
        }

        /// Large data is kept in a file of its own beside the store.
        ///
        /// ```swift
        /// @Model
        /// final class Scan {
        ///     @Attribute(.externalStorage) var image: Data
        ///
        ///     init(image: Data) {
        ///         self.image = image
        ///     }
        /// }
        /// ```
        public static var externalStorage: Option { Option(.externalStorage) }

        /// The value may be encrypted when it is synced. It has no effect on the local store.
        public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }

        /// The value stays in the history after the model has been deleted.
        public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }

        /// Changes are tracked and observed, but the value is never written to a store.
        public static var ephemeral: Option { Option(.ephemeral) }

        /// The value is offered to a search index.
        ///
        /// Differs from Apple's: the index is the one that `search(_:_:where:matchesPrefixes:limit:)` of `SwiftDataQueries`
        /// looks into, and not the system's.
        public static var spotlight: Option { Option(.spotlight) }

        /// The value is stored by its `Codable` conformance as one opaque value.
        public static var codable: Option { Option(.codable) }
    }
}

extension Schema.Attribute.Option: CustomDebugStringConvertible {
    /// The name of the option.
    public var debugDescription: String {
        switch choice {
        case .transformable(let name): "transformable(by: \(name))"
        default: "\(choice)"
        }
    }
}

extension [Schema.Attribute.Option] {
    /// The name of the value transformer, if there is one.
    package var transformerName: String? {
        for option in self {
            if case .transformable(let name) = option.choice { return name }
        }
        return nil
    }
}
