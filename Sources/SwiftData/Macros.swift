public import SwiftDataCore

/// Makes a class a persistent model: instances can be stored by a ``ModelContext``, and reading and changing their
/// properties is observed.
///
/// Every stored `var` becomes part of the schema, except properties marked ``Transient()``. The class needs an
/// initializer unless each of its properties has a default value. A model class may inherit from another one.
///
/// ```swift
/// @Model
/// final class Trip {
///     var name: String
///     @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []
///     @Transient var isSelected = false
///
///     init(name: String) {
///         self.name = name
///     }
/// }
/// ```
@attached(
    member,
    conformances: Observable,
    PersistentModel,
    Sendable,
    _ModelClass,
    names: named(_$storedState),
    named(_$modelState),
    named(_$heldState),
    named(persistentBackingData),
    named(schemaMetadata),
    named(_$layout),
    named(_$modelLayout),
    named(_$slotOffset),
    named(_$Slot),
    named(init),
    named(access),
    named(withMutation),
    named(_SwiftDataNoType)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable, _ModelClass)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// Gives an actor a model context of its own, on which the actor's methods run.
///
/// The macro adds `modelContainer`, `modelExecutor` and, unless the actor has one, `init(modelContainer:)`.
///
/// ```swift
/// @ModelActor
/// actor TripImporter {
///     func add(_ names: [String]) throws {
///         for name in names { modelContext.insert(Trip(name: name)) }
///         try modelContext.save()
///     }
/// }
/// ```
@attached(member, conformances: ModelActor, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelActorMacro")

/// Specifies how a property of a model is stored.
///
/// ```swift
/// @Model
/// final class Photo {
///     @Attribute(.unique) var number: Int
///     @Attribute(originalName: "text") var caption: String
///     @Attribute(.externalStorage) var image: Data?
///
///     init(number: Int, caption: String) {
///         (self.number, self.caption) = (number, caption)
///     }
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the attribute, for instance `.unique` or `.externalStorage`.
///   - originalName: The property's name in the previous version of the schema, where it was another one.
///   - hashModifier: A text that distinguishes this version of the attribute from other attributes that look the same.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Specifies how a property of a model refers to other models.
///
/// ```swift
/// @Model
/// final class Album {
///     @Relationship(deleteRule: .cascade, inverse: \Picture.album) var pictures: [Picture] = []
///
///     init() {}
/// }
///
/// @Model
/// final class Picture {
///     var album: Album?
///
///     init() {}
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the relationship.
///   - deleteRule: The effect of a deletion of this model on the related models.
///   - minimumModelCount: The fewest related models that can be saved; zero is no bound.
///   - maximumModelCount: The most related models that can be saved; zero is no bound.
///   - originalName: The property's name in the previous version of the schema, where it was another one.
///   - inverse: The property of the related model that is the other side of the relationship.
///   - hashModifier: A text that distinguishes this version of the relationship from other relationships that look the
///     same.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// A relationship with its delete rule as the first betas spelled it.
///
/// Accepted with a warning whose fix-it adds the label: write `@Relationship(deleteRule: .cascade)`.
/// Differs from Apple's: released versions no longer accept it.
@attached(peer)
public macro Relationship(
    _ deleteRule: Schema.Relationship.DeleteRule,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Leaves a property of a model out of the schema.
///
/// The property needs a default value unless it is an optional variable.
///
/// ```swift
/// @Model
/// final class Song {
///     var title: String
///     @Transient var isPlaying = false
///
///     init(title: String) {
///         self.title = title
///     }
/// }
/// ```
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Specifies the combinations of properties that no two models of a class may share.
///
/// Saving a model that has the values of a stored one updates the stored one.
///
/// ```swift
/// @Model
/// final class Ticket {
///     #Unique<Ticket>([\.number], [\.row, \.seat])
///
///     var number: Int
///     var row: Int
///     var seat: Int
///
///     init(number: Int, row: Int, seat: Int) {
///         (self.number, self.row, self.seat) = (number, row, seat)
///     }
/// }
/// ```
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro") where T: PersistentModel

/// Specifies the combinations of properties that the store keeps an index for.
///
/// ```swift
/// @Model
/// final class Visit {
///     #Index<Visit>([\.date], [\.city, \.date])
///
///     var city: String
///     var date: Date
///
///     init(city: String, date: Date) {
///         (self.city, self.date) = (city, date)
///     }
/// }
/// ```
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Specifies the combinations of properties that the store keeps an index for, and the kinds of the indices.
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel
