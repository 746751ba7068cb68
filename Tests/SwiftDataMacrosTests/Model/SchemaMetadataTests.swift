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
                        metadata.append(.init(name: "name", keypath: \Trip.name, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique, originalName: "title")))
                        metadata.append(.init(name: "items", keypath: \Trip.items, defaultValue: nil, metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Item.trip)))
                        metadata.append(.init(name: "home", keypath: \Trip.home, defaultValue: nil, metadata: SwiftData.Schema.Relationship()))
                        metadata.append(.init(name: "note", keypath: \Trip.note, defaultValue: nil, metadata: nil))
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
                        metadata.append(.init(name: "state", keypath: \Trip.state, defaultValue: (.active) as State, metadata: nil))
                        metadata.append(.init(name: "start", keypath: \Trip.start, defaultValue: Date(), metadata: nil))
                        metadata.append(.init(name: "note", keypath: \Trip.note, defaultValue: nil, metadata: nil))
                        metadata.append(.init(name: "count", keypath: \Trip.count, defaultValue: (3) as Int?, metadata: nil))
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
                        metadata.append(.init(name: "SwiftData.Schema.Unique", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Unique<Trip>([\.name], [\.name, \.start])))
                        metadata.append(.init(name: "SwiftData.Schema.Index", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Trip>(.binary([\.start]), .rtree([\.latitude, \.longitude]))))
                        metadata.append(.init(name: "name", keypath: \Trip.name, defaultValue: "", metadata: nil))
                        return metadata
                    }
                """#
            ]
        )
    }
}
