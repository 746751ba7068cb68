import Testing

@Suite("@Model asks for an initialiser")
struct InitializerDiagnosticTests {
    @Test("A class with properties to set")
    func missing() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                var name: String
                var note: String?
                var count = 0
                var items: [Item]
                var action: () -> Void
            }
            """,
            MacroSet.root,
            """
            2:13: error: @Model requires an initializer be provided for 'Trip'
              fix-it: add an initializer
            """,
            fixed: """
                @Model
                final class Trip {
                    var name: String
                    var note: String?
                    var count = 0
                    var items: [Item]
                    var action: () -> Void

                    init(name: String, action: @escaping () -> Void) {
                        self.name = name
                        self.action = action
                    }
                }
                """
        )
    }

    @Test("The initialiser of a public class is public")
    func missingInPublicClass() {
        expectDiagnostics(
            """
            @Model
            public class Trip {
                public var name: String
            }
            """,
            MacroSet.root,
            """
            2:14: error: @Model requires an initializer be provided for 'Trip'
              fix-it: add an initializer
            """,
            fixed: """
                @Model
                public class Trip {
                    public var name: String

                    public init(name: String) {
                        self.name = name
                    }
                }
                """
        )
    }

    @Test("The initialiser of a subclass calls that of its superclass")
    func missingInSubclass() {
        expectDiagnostics(
            """
            @Model
            class Dog: Animal {
                var owner: String
            }
            """,
            MacroSet.subclass,
            """
            2:7: error: @Model requires an initializer be provided for 'Dog'
              fix-it: add an initializer
            """,
            fixed: """
                @Model
                class Dog: Animal {
                    var owner: String

                    init(owner: String) {
                        self.owner = owner
                        super.init(<#arguments#>)
                    }
                }
                """
        )
    }
}
