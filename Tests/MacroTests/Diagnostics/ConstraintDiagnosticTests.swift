import Testing

@Suite("#Unique cannot constrain a to-many relationship")
struct ConstraintDiagnosticTests {
    @Test("A key path to a to-many relationship, alone and among others")
    func toMany() {
        expectDiagnostics(
            #"""
            @Model
            final class Trip {
                #Unique<Trip>([\.name, \.items])
                var name = ""
                @Relationship var items: [Item]
                init() {}
            }
            """#,
            MacroSet.root,
            """
            3:28: error: #Unique cannot constrain 'items', which is a to-many relationship
              fix-it: remove 'items' from the constraint
            """,
            fixed: #"""
                @Model
                final class Trip {
                    #Unique<Trip>([\.name])
                    var name = ""
                    @Relationship var items: [Item]
                    init() {}
                }
                """#
        )
    }

    @Test("A key path to a to-one relationship is fine")
    func toOne() {
        expectDiagnostics(
            #"""
            @Model
            final class Trip {
                #Unique<Trip>([\.name, \.place])
                var name = ""
                @Relationship var place: Place?
                init() {}
            }
            """#,
            MacroSet.root,
            ""
        )
    }
}
