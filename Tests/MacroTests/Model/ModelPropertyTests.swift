import Testing

@Suite("@Model picks the properties that it persists")
struct ModelPropertyTests {
    @Test("Computed, static, lazy and transient properties stay as they are")
    func untouched() {
        expectParts(
            """
            @Model
            final class Trip {
                var name = ""
                var title: String { name }
                var upper: String {
                    get { name }
                    set { name = newValue }
                }
                static var count = 0
                lazy var cached = 1
                @Transient var isSelected = false
                @SwiftData.Transient var other = false
                init() {}
            }
            """,
            MacroSet.root,
            [
                """
                final class Trip {
                    @SwiftData._PersistedProperty(slot: 0)
                    var name = ""
                    var title: String { name }
                    var upper: String {
                        get { name }
                        set { name = newValue }
                    }
                    static var count = 0
                    lazy var cached = 1
                    @Transient var isSelected = false
                    @SwiftData.Transient var other = false
                    init() {}
                """,
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: "", metadata: nil, to: &metadata)
                        return metadata
                    }
                """#,
            ]
        )
    }

    @Test("Observed, restricted, optional and oddly named properties are persisted")
    func kept() {
        expectParts(
            """
            @Model
            final class Trip {
                private(set) var name = ""
                var `default`: Bool?
                var _count = 0 {
                    didSet {}
                }
                @Attribute(.transformable(by: ColorTransformer.self)) var color: Color?
                init() {}
            }
            """,
            MacroSet.root,
            [
                """
                final class Trip {
                    @SwiftData._PersistedProperty(slot: 0)
                    private(set) var name = ""
                    @SwiftData._PersistedProperty(slot: 1)
                    var `default`: Bool?
                    @SwiftData._PersistedProperty(slot: 2)
                    var _count = 0 {
                        didSet {}
                    }
                    @Attribute(.transformable(by: ColorTransformer.self))
                    @SwiftData._TransformablePersistedProperty(slot: 3) var color: Color?
                    init() {}
                """,
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: "", metadata: nil, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("default", \Trip.`default`, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("_count", \Trip._count, defaultValue: 0, metadata: nil, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("color", \Trip.color, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.transformable(by: ColorTransformer.self)), to: &metadata)
                        return metadata
                    }
                """#,
                """
                    init(backingData: any SwiftData.BackingData<Trip>) {
                        _name = _SwiftDataNoType()
                        _default = _SwiftDataNoType()
                        __count = false
                        _color = _SwiftDataNoType()
                        _$storedState = SwiftData._ModelStorage(backingData, Trip.self)
                    }
                """,
            ]
        )
    }
}
