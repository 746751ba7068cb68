import Testing

@Suite("@Relationship accepts the spellings of the first betas")
struct RelationshipDiagnosticTests {
    @Test("A delete rule without its label")
    func unlabeledRule() {
        expectDiagnostics(
            #"""
            final class Trip {
                @Relationship(.cascade, inverse: \Item.trip) var items: [Item]
            }
            """#,
            MacroSet.marker,
            """
            2:19: warning: a delete rule without the label 'deleteRule' is deprecated
              fix-it: add the label 'deleteRule'
            """,
            fixed: #"""
                final class Trip {
                    @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item]
                }
                """#
        )
    }

    @Test("An unlabelled delete rule gets its label in the metadata")
    func unlabeledRuleMetadata() {
        expectParts(
            """
            @Model
            final class Trip {
                @Relationship(.deny) var items: [Item]
                init() {}
            }
            """,
            MacroSet.root,
            [
                #"""
                    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                        var metadata: [SwiftData.Schema.PropertyMetadata] = []
                        SwiftData.Schema.PropertyMetadata._add("items", \Trip.items, defaultValue: nil, metadata: SwiftData.Schema.Relationship(deleteRule: .deny), to: &metadata)
                        return metadata
                    }
                """#
            ]
        )
    }

    @Test("An option is no delete rule")
    func option() {
        expectDiagnostics(
            """
            final class Trip {
                @Relationship(.unique, deleteRule: .cascade) var items: [Item]
            }
            """,
            MacroSet.marker,
            ""
        )
    }
}
