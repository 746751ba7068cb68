// The parts of expansions of `@Model`: public because they are compiled in the module that uses the macro.

/// Marks the classes that `@Model` expanded, so that the macro can distinguish a subclass of one from a root.
///
/// Only the macro declares conformances.
public protocol _ModelClass: AnyObject {}

/// Turns a stored property into accessors over the model's state. Written by `@Model`.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _PersistedProperty() = #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// The same macro as ``_PersistedProperty()``, for the property in a known place among the properties of its class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _PersistedProperty(slot: Int) = #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// The same macro as ``_PersistedProperty()``, for a property marked `.transformable(by:)`.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _TransformablePersistedProperty() =
    #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")

/// The same macro as ``_TransformablePersistedProperty()``, for the property in a known place among the properties of
/// its class.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`_`))
public macro _TransformablePersistedProperty(slot: Int) =
    #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")
