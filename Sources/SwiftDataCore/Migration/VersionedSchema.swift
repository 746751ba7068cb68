/// The models of an app at one version.
public protocol VersionedSchema: SendableMetatype {
    /// Every model class of the version, subclasses included.
    static var models: [any PersistentModel.Type] { get }
    /// The version; each has another.
    static var versionIdentifier: Schema.Version { get }
}
