/// The models of an app at one version.
///
/// ```swift
/// enum TripsV3: VersionedSchema {
///     static let versionIdentifier = Schema.Version(3, 0, 0)
///     static var models: [any PersistentModel.Type] { [Trip.self] }
///
///     @Model
///     final class Trip {
///         var title: String
///         var isDone = false
///
///         init(title: String) {
///             self.title = title
///         }
///     }
/// }
/// ```
public protocol VersionedSchema: SendableMetatype, _BetaVersionedSchema {
    /// Every model class of the version, subclasses included.
    static var models: [any PersistentModel.Type] { get }
    /// The version; each has another.
    static var versionIdentifier: Schema.Version { get }
}

/// Lets the first betas' spelling, a `versionIdentifier` that is an optional string, satisfy ``VersionedSchema``.
public protocol _BetaVersionedSchema {
    /// The version in the first betas' spelling.
    static var versionIdentifier: String? { get }
}

extension _BetaVersionedSchema {
    /// Nil: today a version is a `Schema.Version`.
    @_disfavoredOverload
    public static var versionIdentifier: String? { nil }

    fileprivate static var betaVersion: String? { versionIdentifier }
}

extension VersionedSchema {
    /// The version that a string of the first betas stands for, such as `"1.0.0"`; 1.0.0 where there is none.
    @available(
        *,
        deprecated,
        message: "Declare the version as `static let versionIdentifier = Schema.Version(1, 0, 0)`."
    )
    @_disfavoredOverload
    public static var versionIdentifier: Schema.Version {
        betaVersion.map(Schema.Version.init(parsing:)) ?? Schema.Version(1, 0, 0)
    }
}
