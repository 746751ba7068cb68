import Testing

@Suite("@_PersistedProperty turns a property into accessors")
struct PersistedPropertyTests {
    @Test("A property reads and writes its slot of the model's state")
    func plain() {
        expectExpansion(
            """
            final class Trip {
                @_PersistedProperty(slot: 3)
                var name: String
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var name: String {
                    @storageRestrictions(accesses: _$storedState, initializes: _name)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: 3, initialValue, of: Trip.self)
                        _name = _SwiftDataNoType()
                    }
                    get {
                        self._$read(slot: 3, after: Trip._$slotOffset)
                    }
                    @inline(never) set {
                        self._$write(slot: 3, after: Trip._$slotOffset, newValue)
                    }
                }

                private var _name: _SwiftDataNoType
            }
            """#
        )
    }

    @Test("An array without initial value need not be initialised")
    func array() {
        expectExpansion(
            """
            final class Trip {
                @_PersistedProperty(slot: 0)
                var items: [Item]
                @_PersistedProperty(slot: 1)
                var others: Array<Item>?
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var items: [Item] {
                    @storageRestrictions(accesses: _$storedState, initializes: _items)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: 0, initialValue, of: Trip.self)
                        _items = _SwiftDataNoType()
                    }
                    get {
                        self._$read(slot: 0, after: Trip._$slotOffset)
                    }
                    @inline(never) set {
                        self._$write(slot: 0, after: Trip._$slotOffset, newValue)
                    }
                }

                private var _items: _SwiftDataNoType = _SwiftDataNoType()
                var others: Array<Item>? {
                    @storageRestrictions(accesses: _$storedState, initializes: _others)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: 1, initialValue, of: Trip.self)
                        _others = _SwiftDataNoType()
                    }
                    get {
                        self._$read(slot: 1, after: Trip._$slotOffset)
                    }
                    @inline(never) set {
                        self._$write(slot: 1, after: Trip._$slotOffset, newValue)
                    }
                }

                private var _others: _SwiftDataNoType = _SwiftDataNoType()
            }
            """#
        )
    }

    @Test("A property without a number takes it from the enum")
    func unnumbered() {
        expectExpansion(
            """
            final class Trip {
                @_PersistedProperty
                var `default` = true
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var `default` {
                    @storageRestrictions(accesses: _$storedState, initializes: _default)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: _$Slot.`default`.rawValue, initialValue, of: Trip.self)
                        _default = _SwiftDataNoType()
                    }
                    get {
                        self._$read(slot: _$Slot.`default`.rawValue, after: Trip._$slotOffset)
                    }
                    @inline(never) set {
                        self._$write(slot: _$Slot.`default`.rawValue, after: Trip._$slotOffset, newValue)
                    }
                }

                private var _default: _SwiftDataNoType
            }
            """#
        )
    }

    @Test("A transformable property has functions of its own")
    func transformable() {
        expectExpansion(
            """
            final class Trip {
                @_TransformablePersistedProperty(slot: 0)
                var color: Color?
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var color: Color? {
                    @storageRestrictions(accesses: _$storedState, initializes: _color)
                    init(initialValue) {
                        SwiftData._$initializeTransformable(&_$storedState, slot: 0, initialValue, of: Trip.self)
                        _color = _SwiftDataNoType()
                    }
                    get {
                        self._$readTransformable(slot: 0, after: Trip._$slotOffset)
                    }
                    @inline(never) set {
                        self._$writeTransformable(slot: 0, after: Trip._$slotOffset, newValue)
                    }
                }

                private var _color: _SwiftDataNoType
            }
            """#
        )
    }

    @Test("The observers of a property run in its setter")
    func observed() {
        expectExpansion(
            """
            final class Trip {
                @_PersistedProperty(slot: 0)
                var count = 0 {
                    willSet(value) {
                        log(value)
                    }
                    didSet {
                        if count > 10 {
                            count = 10
                            return
                        }
                        log(oldValue)
                    }
                }
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var count {
                    willSet(value) {
                        log(value)
                    }
                    didSet {
                        if count > 10 {
                            count = 10
                            return
                        }
                        log(oldValue)
                    }
                    @storageRestrictions(accesses: _$storedState, initializes: _count)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: 0, initialValue, of: Trip.self)
                        _count = false
                    }

                    get {
                        self._$read(slot: 0, after: Trip._$slotOffset)
                    }

                    set {
                        if _count {
                            self._$write(slot: 0, after: Trip._$slotOffset, newValue)
                            return
                        }
                        _count = true
                        defer {
                            _count = false
                        }
                        let _$oldValue = count
                        _ = { (value) -> Swift.Void in
                        log(value)
                        }(newValue)
                        self._$write(slot: 0, after: Trip._$slotOffset, newValue)
                        _ = { (oldValue) -> Swift.Void in
                        if self.count > 10 {
                                    self.count = 10
                                    return
                                }
                                log(oldValue)
                        }(_$oldValue)
                    }
                }

                @SwiftData.Transient private var _count: Swift.Bool
            }
            """#
        )
    }

    @Test("A didSet that does not ask for the old value does not read it")
    func observedWithoutOldValue() {
        expectExpansion(
            """
            final class Trip {
                @_PersistedProperty(slot: 0)
                var count = 0 {
                    didSet {
                        changes += 1
                    }
                }
            }
            """,
            MacroSet.property,
            #"""
            final class Trip {
                var count {
                    didSet {
                        changes += 1
                    }
                    @storageRestrictions(accesses: _$storedState, initializes: _count)
                    init(initialValue) {
                        SwiftData._$initialize(&_$storedState, slot: 0, initialValue, of: Trip.self)
                        _count = false
                    }

                    get {
                        self._$read(slot: 0, after: Trip._$slotOffset)
                    }

                    set {
                        if _count {
                            self._$write(slot: 0, after: Trip._$slotOffset, newValue)
                            return
                        }
                        _count = true
                        defer {
                            _count = false
                        }
                        self._$write(slot: 0, after: Trip._$slotOffset, newValue)
                        _ = { () -> Swift.Void in
                        changes += 1
                        }()
                    }
                }

                @SwiftData.Transient private var _count: Swift.Bool
            }
            """#
        )
    }
}
