import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Model` adds to a class.
struct ModelMembers {
    let model: ModelClass

    init(_ model: ModelClass) {
        self.model = model
    }

    var all: [DeclSyntax] {
        var members = [storedState, modelState, heldState]
        if model.superclass == nil {
            members.append(persistentBackingData)
        }
        members.append(SchemaMetadataMember(model).declaration)
        members += layout
        members.append(slotOffset)
        if model.hasConditionalProperties {
            members.append(SlotNumbers(model).declaration)
        }
        members += initializers
        members += observation
        members.append("private struct \(raw: PersistedProperty.placeholderType) {}")
        return members
    }

    /// Asking the runtime for each read whether another access is in the middle of writing the storage takes as long as
    /// reading. None can be: no code of the user's runs while the library writes it.
    private var storedState: DeclSyntax {
        "@safe @exclusivity(unchecked) private var _$storedState = SwiftData._ModelStorage()"
    }

    private var modelState: DeclSyntax {
        guard let superclass = model.superclass, !superclass.isEmpty else {
            return """
                \(raw: model.overridableAccess)var _$modelState: SwiftData.ModelState {
                    if let state = _$storedState._bound {
                        return state
                    }
                    return SwiftData.ModelState._current(&_$storedState, of: self)._bound(to: self)
                }
                """
        }
        return """
            \(raw: model.overridableAccess)override var _$modelState: SwiftData.ModelState {
                SwiftData.ModelState._merge(&_$storedState, into: super._$modelState, offset: \(raw: model.name)._$slotOffset)._bound(to: self)
            }
            """
    }

    /// The accessor of the held state. It is not inlined, since each accessor calls it.
    private var heldState: DeclSyntax {
        guard let superclass = model.superclass, !superclass.isEmpty else {
            return """
                \(raw: model.overridableAccess)var _$heldState: SwiftData._HeldState {
                    @inline(never) get {
                        _$storedState._held ?? SwiftData._HeldState(_$modelState)
                    }
                }
                """
        }
        return """
            \(raw: model.overridableAccess)override var _$heldState: SwiftData._HeldState {
                @inline(never) get {
                    _$storedState._isEmpty ? super._$heldState : SwiftData._HeldState(_$modelState)
                }
            }
            """
    }

    private var persistentBackingData: DeclSyntax {
        """
        \(raw: model.access)var persistentBackingData: any SwiftData.BackingData<\(raw: model.name)> {
            get {
                _$modelState._backingData(as: \(raw: model.name).self)
            }
            set {
                SwiftData.ModelState._adopt(newValue, of: self) {
                    _$storedState._exchange($0)
                }
            }
        }
        """
    }

    private var layout: [DeclSyntax] {
        guard model.canCacheStatics else {
            return [
                """
                \(raw: model.overridableAccess)\(raw: model.typeProperty) var _$modelLayout: SwiftData.ModelLayout {
                    SwiftData.ModelLayout.of(\(raw: model.name).self)
                }
                """
            ]
        }
        return [
            "private static let _$layout = SwiftData.ModelLayout.of(\(raw: model.name).self)",
            """
            \(raw: model.overridableAccess)\(raw: model.typeProperty) var _$modelLayout: SwiftData.ModelLayout {
                _$layout
            }
            """,
        ]
    }

    private var slotOffset: DeclSyntax {
        guard let superclass = model.superclass else {
            return """
                private static var _$slotOffset: Swift.Int {
                    0
                }
                """
        }
        if model.canCacheStatics {
            return "private static let _$slotOffset = \(raw: superclass)._$modelLayout.slotCount"
        }
        return """
            private static var _$slotOffset: Swift.Int {
                \(raw: superclass)._$modelLayout.slotCount
            }
            """
    }

    private var observation: [DeclSyntax] {
        let isolation = model.declaration.isOnGlobalActor ? "" : "nonisolated "
        return [
            """
            internal \(raw: isolation)func access<_M>(keyPath: KeyPath<\(raw: model.name), _M>) {
                _$modelState._access(self, keyPath: keyPath)
            }
            """,
            """
            internal \(raw: isolation)func withMutation<_M, _MR>(
                keyPath: KeyPath<\(raw: model.name), _M>, _ mutation: () throws -> _MR
            ) rethrows -> _MR {
                try _$modelState._withMutation(of: self, keyPath: keyPath, mutation)
            }
            """,
        ]
    }
}
