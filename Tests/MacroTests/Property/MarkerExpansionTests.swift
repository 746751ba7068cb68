import Testing

@Suite("The macros that only mark add nothing")
struct MarkerExpansionTests {
    @Test("@Attribute, @Relationship, @Transient, #Unique and #Index leave no code")
    func markers() {
        expectExpansion(
            #"""
            final class Trip {
                #Unique<Trip>([\.name])
                #Index<Trip>([\.name])
                @Attribute(.unique) var name: String
                @Relationship(deleteRule: .cascade) var items: [Item]
                @Transient var isSelected = false
            }
            """#,
            MacroSet.marker,
            """
            final class Trip {
                var name: String
                var items: [Item]
                var isSelected = false
            }
            """
        )
    }
}
