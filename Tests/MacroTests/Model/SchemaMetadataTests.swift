import Testing

@Suite("@Model describes the class to the schema")
struct SchemaMetadataTests {
    @Test("The arguments of @Attribute and @Relationship become metadata")
    func attributesAndRelationships() {
        expectParts(
            #"""
            @Model
            final class Trip {
                @Attribute(.unique, originalName: "title") var name: String
                @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item]
                @Relationship var home: Place?
                @Attribute var note: String?
                init(name: String) {
                    self.name = name
                }
            }
            """#,
            MacroSet.root,
            [
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique, originalName: "title"), to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("items", \Trip.items, defaultValue: nil, metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Item.trip), to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("home", \Trip.home, defaultValue: nil, metadata: SwiftData.Schema.Relationship(), to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("note", \Trip.note, to: &metadata)
                        return metadata
                    }
                """#
            ]
        )
    }

    @Test("A default value is written in the type that the property declares")
    func defaults() {
        expectParts(
            """
            @Model
            final class Trip {
                var state: State = .active
                var start = Date()
                var note: String? = nil
                var count: Int! = 3
                init() {}
            }
            """,
            MacroSet.root,
            [
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("state", \Trip.state, defaultValue: (.active) as State, metadata: nil, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("start", \Trip.start, defaultValue: Date(), metadata: nil, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("note", \Trip.note, to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("count", \Trip.count, defaultValue: (3) as Int?, metadata: nil, to: &metadata)
                        return metadata
                    }
                """#
            ]
        )
    }

    @Test("#Unique and #Index become entries of their own")
    func constraints() {
        expectParts(
            #"""
            @Model
            final class Trip {
                #Unique<Trip>([\.name], [\.name, \.start])
                #Index<Trip>(.binary([\.start]), .rtree([\.latitude, \.longitude]))
                var name = ""
                init() {}
            }
            """#,
            MacroSet.root,
            [
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("SwiftData.Schema.Unique", \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Unique<Trip>([\.name], [\.name, \.start]), to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("SwiftData.Schema.Index", \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Trip>(.binary([\.start]), .rtree([\.latitude, \.longitude])), to: &metadata)
                        SwiftData.Schema.PropertyMetadata._add("name", \Trip.name, defaultValue: "", metadata: nil, to: &metadata)
                        return metadata
                    }
                """#
            ]
        )
    }
}
