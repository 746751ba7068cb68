extension Schema {
    /// The description that `@Model` generates of one persisted property, unique constraint or index of a class.
    public struct PropertyMetadata {
        package let name: String
        package let keypath: AnyKeyPath
        package let defaultValue: Any?
        package let metadata: (any SchemaProperty)?

        /// Describes a property. Written by `@Model`.
        public init(
            name: String,
            keypath: AnyKeyPath,
            defaultValue: Any? = nil,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }

        /// Adds a property with neither a default nor options to a list. Written by `@Model`.
        ///
        /// A call is less for clients to compile than an array's own `append`.
        public static func _add(_ name: String, _ keypath: __owned AnyKeyPath, to list: inout [Self]) {
            list.append(Self(name: name, keypath: keypath))
        }

        /// Adds a property to a list. Written by `@Model`.
        public static func _add(
            _ name: String,
            _ keypath: __owned AnyKeyPath,
            defaultValue: Any?,
            metadata: (any SchemaProperty)?,
            to list: inout [Self]
        ) {
            list.append(Self(name: name, keypath: keypath, defaultValue: defaultValue, metadata: metadata))
        }
    }
}
