public import Observation

/// A class whose instances a ``ModelContext`` can store. Conform with the `@Model` macro.
///
/// A model belongs to the context that made it and is not `Sendable`: send its ``persistentModelID`` instead.
///
/// ```swift
/// @Model
/// final class Country {
///     var name: String
///
///     init(name: String) {
///         self.name = name
///     }
/// }
/// ```
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The root of the inheritance tree that the model belongs to.
    associatedtype Root: PersistentModel = Self

    /// Creates the model over existing storage. A context materialises fetched rows by it.
    init(backingData: any BackingData<Self>)

    /// The storage behind the model's properties.
    var persistentBackingData: any BackingData<Self> { get set }

    /// One entry for each persisted property, unique constraint and index that the class itself declares.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The name of the class in the previous version of the schema, where it was renamed; nil where it was not.
    ///
    /// An addition to Apple's API: a migration moves the rows of that class to this class. Write the type: `static var
    /// originalEntityName: String? { "Holiday" }`.
    static var originalEntityName: String? { get }

    /// The properties of the class, looked up once for each class. Written by `@Model`.
    static var _$modelLayout: ModelLayout { get }

    /// The state that the model shares with its context. Written by `@Model`.
    var _$modelState: ModelState { get }

    /// The same for an accessor, which does not count the reference. Written by `@Model`; any other conformance must
    /// hold the state as long as the model exists.
    var _$heldState: _HeldState { get }
}
