import Testing

@Suite("@Model and @ModelActor say what they can be applied to")
struct ModelKindDiagnosticTests {
    @Test("@Model on a struct")
    func modelStruct() {
        expectDiagnostics(
            """
            @Model
            struct Trip {
            }
            """,
            MacroSet.root,
            """
            2:1: error: @Model can only be applied to a class, not to a struct
              fix-it: replace with 'class'
            """,
            fixed: """
                @Model
                class Trip {
                }
                """
        )
    }

    @Test("@Model on an enum")
    func modelEnum() {
        expectDiagnostics(
            """
            @Model
            enum Trip {
            }
            """,
            MacroSet.root,
            """
            2:1: error: @Model can only be applied to a class, not to an enum
              fix-it: replace with 'class'
            """,
            fixed: """
                @Model
                class Trip {
                }
                """
        )
    }

    @Test("@Model on an actor")
    func modelActor() {
        expectDiagnostics(
            """
            @Model
            actor Trip {
            }
            """,
            MacroSet.root,
            """
            2:1: error: @Model can only be applied to a class, not to an actor
              fix-it: replace with 'class'
            """,
            fixed: """
                @Model
                class Trip {
                }
                """
        )
    }

    @Test("@ModelActor on a class")
    func actorOnClass() {
        expectDiagnostics(
            """
            @ModelActor
            final class Store {
            }
            """,
            MacroSet.actor,
            """
            2:7: error: @ModelActor can only be applied to an actor, not to a class
              fix-it: replace with 'actor'
            """,
            fixed: """
                @ModelActor
                final actor Store {
                }
                """
        )
    }
}
