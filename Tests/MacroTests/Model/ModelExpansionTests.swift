import Testing

@Suite("@Model adds the members of a persistent model")
struct ModelExpansionTests {
    @Test("A final class gets static members and an initialiser that is not required")
    func finalClass() {
        expectExpansion(
            """
            @Model
            final class Trip {
                var name: String
                var note: String?
                init(name: String) {
                    self.name = name
                }
            }
            """,
            MacroSet.root,
            #"""
            final class Trip {
                @SwiftData._PersistedProperty(slot: 0)
                var name: String
                @SwiftData._PersistedProperty(slot: 1)
                var note: String?
                init(name: String) {
                    self.name = name
                }

                @safe @exclusivity(unchecked) private var _$storedState = SwiftData._ModelStorage()

                var _$modelState: SwiftData.ModelState {
                    if let state = _$storedState._bound {
                        return state
                    }
                    return SwiftData.ModelState._current(&_$storedState, of: self)._bound(to: self)
                }

                var _$heldState: SwiftData._HeldState {
                    @inline(never) get {
                        _$storedState._held ?? SwiftData._HeldState(_$modelState)
                    }
                }

                var persistentBackingData: any SwiftData.BackingData<Trip> {
                    get {
                        _$modelState._backingData(as: Trip.self)
                    }
                    set {
                        SwiftData.ModelState._adopt(newValue, of: self) {
                            _$storedState._exchange($0)
                        }
                    }
                }

                static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                    var metadata: [SwiftData.Schema.PropertyMetadata] = []
                    SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, to: &metadata)
                    SwiftData.Schema.PropertyMetadata._add("note", \Trip.note, to: &metadata)
                    return metadata
                }

                private static let _$layout = SwiftData.ModelLayout.of(Trip.self)

                static var _$modelLayout: SwiftData.ModelLayout {
                    _$layout
                }

                private static var _$slotOffset: Swift.Int {
                    0
                }

                init(backingData: any SwiftData.BackingData<Trip>) {
                    _name = _SwiftDataNoType()
                    _note = _SwiftDataNoType()
                    _$storedState = SwiftData._ModelStorage(backingData, Trip.self)
                }

                internal nonisolated func access<_M>(keyPath: KeyPath<Trip, _M>) {
                    _$modelState._access(self, keyPath: keyPath)
                }

                internal nonisolated func withMutation<_M, _MR>(
                    keyPath: KeyPath<Trip, _M>, _ mutation: () throws -> _MR
                ) rethrows -> _MR {
                    try _$modelState._withMutation(of: self, keyPath: keyPath, mutation)
                }

                private struct _SwiftDataNoType {
                }
            }

            nonisolated extension Trip: SwiftData.PersistentModel {
            }

            nonisolated extension Trip: Observation.Observable {
            }

            @available(*, unavailable, message: "models belong to the context that made them and cannot be sent: send the 'persistentModelID' instead, or work on them in a ModelActor")
            extension Trip: Swift.Sendable {
            }

            extension Trip: SwiftData._ModelClass {
            }
            """#
        )
    }

    @Test("A public class gets public members, and required and overridable ones where it can be inherited from")
    func publicClass() {
        expectParts(
            """
            @Model
            public class Trip {
                public var name = ""
                public init() {}
            }
            """,
            MacroSet.root,
            [
                """
                    public var _$modelState: SwiftData.ModelState {
                        if let state = _$storedState._bound {
                            return state
                        }
                        return SwiftData.ModelState._current(&_$storedState, of: self)._bound(to: self)
                    }
                """,
                """
                    public var _$heldState: SwiftData._HeldState {
                        @inline(never) get {
                            _$storedState._held ?? SwiftData._HeldState(_$modelState)
                        }
                    }
                """,
                #"""
                    public class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: "", metadata: nil, to: &metadata)
                        return metadata
                    }
                """#,
                """
                    public required init(backingData: any SwiftData.BackingData<Trip>) {
                        _name = _SwiftDataNoType()
                        _$storedState = SwiftData._ModelStorage(backingData, Trip.self)
                    }
                """,
            ]
        )
    }

    @Test("An open class gets open members where subclasses override them")
    func openClass() {
        expectParts(
            """
            @Model
            open class Trip {
                public init() {}
            }
            """,
            MacroSet.root,
            [
                """
                    open var _$modelState: SwiftData.ModelState {
                        if let state = _$storedState._bound {
                            return state
                        }
                        return SwiftData.ModelState._current(&_$storedState, of: self)._bound(to: self)
                    }
                """,
                """
                    open var _$heldState: SwiftData._HeldState {
                        @inline(never) get {
                            _$storedState._held ?? SwiftData._HeldState(_$modelState)
                        }
                    }
                """,
                """
                    public var persistentBackingData: any SwiftData.BackingData<Trip> {
                        get {
                            _$modelState._backingData(as: Trip.self)
                        }
                        set {
                            SwiftData.ModelState._adopt(newValue, of: self) {
                                _$storedState._exchange($0)
                            }
                        }
                    }
                """,
                """
                    open class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        []
                    }
                """,
                """
                    open class var _$modelLayout: SwiftData.ModelLayout {
                        _$layout
                    }
                """,
                """
                    public required init(backingData: any SwiftData.BackingData<Trip>) {
                        _$storedState = SwiftData._ModelStorage(backingData, Trip.self)
                    }
                """,
            ]
        )
    }

    @Test("A subclass of a model overrides the members of its superclass and initialises it")
    func subclass() {
        expectParts(
            """
            @Model
            class Dog: Animal {
                var owner: String
                init(owner: String) {
                    self.owner = owner
                    super.init(name: "")
                }
            }
            """,
            MacroSet.subclass,
            [
                """
                    override var _$modelState: SwiftData.ModelState {
                        SwiftData.ModelState._merge(&_$storedState, into: super._$modelState, offset: Dog._$slotOffset)._bound(to: self)
                    }
                """,
                """
                    override var _$heldState: SwiftData._HeldState {
                        @inline(never) get {
                            _$storedState._isEmpty ? super._$heldState : SwiftData._HeldState(_$modelState)
                        }
                    }
                """,
                #"""
                    override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("owner", \Dog.owner, to: &metadata)
                        return metadata
                    }
                """#,
                """
                    private static let _$slotOffset = Animal._$modelLayout.slotCount
                """,
                """
                    override class var _$modelLayout: SwiftData.ModelLayout {
                        _$layout
                    }
                """,
                """
                    required init(backingData: any SwiftData.BackingData<Animal.Root>) {
                        _owner = _SwiftDataNoType()
                        _$storedState = SwiftData._ModelStorage()
                        super.init(backingData: backingData)
                    }
                """,
                """
                    convenience init(backingData: any SwiftData.BackingData<Dog>) {
                        let stored: any SwiftData.BackingData<Animal.Root> =
                            backingData._superClassBackingData(of: Dog.self)
                        self.init(backingData: stored)
                    }
                """,
            ],
            absent: ["persistentBackingData", "extension Dog"]
        )
    }

    @Test("A subclass without initialisers inherits those of its superclass")
    func subclassWithoutInitializer() {
        expectParts(
            """
            @Model
            final class Dog: Animal {
                var age = 1
            }
            """,
            MacroSet.subclass,
            [
                """
                    private static let _$slotOffset = Animal._$modelLayout.slotCount
                """,
                #"""
                    override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("age", \Dog.age, defaultValue: 1, metadata: nil, to: &metadata)
                        return metadata
                    }
                """#,
            ],
            absent: ["init(backingData"]
        )
    }

    @Test("A generic class looks its layout up, since it can have no static stored property")
    func genericClass() {
        expectParts(
            """
            @Model
            class Box<Value: Codable> {
                var value: Value
                init(value: Value) {
                    self.value = value
                }
            }
            """,
            MacroSet.root,
            [
                """
                    class var _$modelLayout: SwiftData.ModelLayout {
                        SwiftData.ModelLayout.of(Box.self)
                    }
                """
            ],
            absent: ["static let"]
        )
    }

    @Test("A class in an extension looks its layout up, since the extended type may be generic")
    func classInAnExtension() {
        expectParts(
            """
            extension SchemaV1 {
                @Model
                final class Trip {
                    init() {}
                }
            }
            """,
            MacroSet.root,
            [
                """
                        static var _$modelLayout: SwiftData.ModelLayout {
                            SwiftData.ModelLayout.of(Trip.self)
                        }
                """,
                """
                nonisolated extension SchemaV1.Trip: SwiftData.PersistentModel {
                }
                """,
            ],
            absent: ["static let"]
        )
    }

    @Test("A class whose properties all have defaults gets the initialiser that Swift would have given it")
    func classWithoutInitializer() {
        expectParts(
            """
            @Model
            final class Settings {
                var isOn = false
                var items: [Item]
            }
            """,
            MacroSet.root,
            [
                """
                    init(backingData: any SwiftData.BackingData<Settings>) {
                        _isOn = _SwiftDataNoType()
                        _$storedState = SwiftData._ModelStorage(backingData, Settings.self)
                    }
                """,
                """
                    init() {
                    }
                """,
            ]
        )
    }

    @Test("A class on a global actor keeps its members on it")
    func classOnAnActor() {
        expectParts(
            """
            @MainActor
            @Model
            final class Trip {
                init() {}
            }
            """,
            MacroSet.root,
            [
                """
                    internal func access<_M>(keyPath: KeyPath<Trip, _M>) {
                        _$modelState._access(self, keyPath: keyPath)
                    }
                """,
                """
                extension Trip: @preconcurrency SwiftData.PersistentModel {
                }
                """,
                """
                extension Trip: SwiftData._ModelClass {
                }
                """,
            ],
            absent: ["nonisolated func"]
        )
    }

    @Test("Properties under conditional compilation are numbered by an enum")
    func conditionalProperties() {
        expectParts(
            """
            @Model
            final class Trip {
                var name = ""
                #if DEBUG
                var trace = 0
                #else
                var count = 1
                #endif
                init() {}
            }
            """,
            MacroSet.root,
            [
                """
                final class Trip {
                    @SwiftData._PersistedProperty
                    var name = ""
                    #if DEBUG
                    var trace = 0
                    #else
                    var count = 1
                    #endif
                    init() {}
                """,
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: "", metadata: nil, to: &metadata)
                        #if DEBUG
                        SwiftData.Schema.PropertyMetadata._add("trace", \Trip.trace, defaultValue: 0, metadata: nil, to: &metadata)
                        #else
                        SwiftData.Schema.PropertyMetadata._add("count", \Trip.count, defaultValue: 1, metadata: nil, to: &metadata)
                        #endif
                        return metadata
                    }
                """#,
                """
                    private enum _$Slot: Swift.Int {
                        case name
                        #if DEBUG
                        case trace
                        #else
                        case count
                        #endif
                    }
                """,
                """
                    init(backingData: any SwiftData.BackingData<Trip>) {
                        _name = _SwiftDataNoType()
                        #if DEBUG
                        _trace = _SwiftDataNoType()
                        #else
                        _count = _SwiftDataNoType()
                        #endif
                        _$storedState = SwiftData._ModelStorage(backingData, Trip.self)
                    }
                """,
            ]
        )
    }
}
