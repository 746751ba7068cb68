import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The code that `@_PersistedProperty` and its sibling for transformable properties generate for a property.
struct PersistedProperty {
    /// The suffix of the runtime functions that read, write and initialise the property.
    enum Flavor: String {
        case ordinary = ""
        case transformable = "Transformable"
    }

    /// The type of the placeholder that stands for a property whose storage is the model's state.
    static let placeholderType = "_SwiftDataNoType"

    let property: ModelProperty
    let flavor: Flavor
    /// The class around the property, or `Self` where that is not known.
    let owner: String
    /// The slot among the properties that the class itself declares.
    let slot: String

    init?(
        _ declaration: some DeclSyntaxProtocol,
        node: AttributeSyntax,
        flavor: Flavor,
        in context: some MacroExpansionContext
    ) {
        guard let variable = declaration.as(VariableDeclSyntax.self), let property = ModelProperty(variable) else {
            return nil
        }
        self.property = property
        self.flavor = flavor
        owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)?.name.text ?? "Self"
        if case .argumentList(let arguments)? = node.arguments,
            let slot = arguments.first(where: { $0.label?.text == "slot" })
        {
            self.slot = slot.expression.trimmedDescription
        } else {
            slot = SlotNumbers.slot(of: property)
        }
    }

    /// The placeholder beside the property.
    var placeholder: DeclSyntax {
        let type = Self.type(of: property)
        // Without a default the compiler asks every initialiser for a value, as it does for a stored property.
        let start = property.startsEmpty ? " = \(Self.initialPlaceholder(of: property))" : ""
        // The type identifies the placeholder, except for an observed property; a mark would be one more macro to
        // expand.
        let mark = property.isObserved ? "@SwiftData.Transient " : ""
        return "\(raw: mark)private var \(raw: property.placeholder): \(raw: type)\(raw: start)"
    }

    /// The value that an initialiser assigns to the placeholder.
    static func initialPlaceholder(of property: ModelProperty) -> String {
        property.isObserved ? "false" : "\(placeholderType)()"
    }

    /// The placeholder of an observed property shows if its observers are running.
    private static func type(of property: ModelProperty) -> String {
        property.isObserved ? "Swift.Bool" : placeholderType
    }

    var accessors: [AccessorDeclSyntax] {
        [initAccessor, getter, setter]
    }

    private var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(accesses: _$storedState, initializes: \(raw: property.placeholder))
        init(initialValue) {
            SwiftData._$initialize\(raw: flavor.rawValue)(&_$storedState, \(raw: initLocation), initialValue, of: \(raw: owner).self)
            \(raw: property.placeholder) = \(raw: Self.initialPlaceholder(of: property))
        }
        """
    }

    private var getter: AccessorDeclSyntax {
        """
        get {
            self._$read\(raw: flavor.rawValue)(\(raw: location))
        }
        """
    }

    /// The setter. It is not inlined, since the optimiser would put the body of each setter into its key path and its
    /// `modify` as well, which made release builds a tenth slower.
    private var setter: AccessorDeclSyntax {
        property.isObserved
            ? observedSetter
            : """
            @inline(never) set {
                \(raw: write("newValue"))
            }
            """
    }

    func write(_ value: String) -> String {
        "self._$write\(flavor.rawValue)(\(location), \(value))"
    }

    /// An initialiser runs before the class's place in its hierarchy is needed: its own slots are enough.
    private var initLocation: String { "slot: \(slot)" }

    private var location: String { "slot: \(slot), after: \(owner)._$slotOffset" }
}
