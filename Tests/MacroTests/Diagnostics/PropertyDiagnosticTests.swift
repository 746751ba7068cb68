import Testing

@Suite("@Model says which properties it cannot store")
struct PropertyDiagnosticTests {
    @Test("A stored let")
    func constant() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                let name: String
                public let other: Int
                init() {}
            }
            """,
            MacroSet.root,
            """
            3:5: warning: a stored 'let' in a model is an error in the Swift 6 language mode: declare 'name' as 'private(set) var', or mark it @Transient
              fix-it: use 'private(set) var'
            4:12: warning: a stored 'let' in a model is an error in the Swift 6 language mode: declare 'other' as 'private(set) var', or mark it @Transient
              fix-it: use 'private(set) var'
            """,
            fixed: """
                @Model
                final class Trip {
                    private(set) var name: String
                    public private(set) var other: Int
                    init() {}
                }
                """
        )
    }

    @Test("A transient let with a value is nobody's business")
    func transientConstant() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                @Transient let name = ""
                init() {}
            }
            """,
            MacroSet.root,
            ""
        )
    }

    @Test("A transient property without a default")
    func transientWithoutDefault() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                @Transient var count: Int
                @Transient var names: [String]
                @Transient var cache: [String: Int]
                @Transient var style: Style
                @Transient var note: String?
                init() {}
            }
            """,
            MacroSet.root,
            """
            3:20: error: @Transient requires a default value for 'count', which is not stored
              fix-it: add a default value
            4:20: error: @Transient requires a default value for 'names', which is not stored
              fix-it: add a default value
            5:20: error: @Transient requires a default value for 'cache', which is not stored
              fix-it: add a default value
            6:20: error: @Transient requires a default value for 'style', which is not stored
              fix-it: add a default value
            """,
            fixed: """
                @Model
                final class Trip {
                    @Transient var count: Int = 0
                    @Transient var names: [String] = []
                    @Transient var cache: [String: Int] = [:]
                    @Transient var style: Style = <#default value#>
                    @Transient var note: String?
                    init() {}
                }
                """
        )
    }

    @Test("Several properties in one declaration")
    func severalBindings() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                var latitude, longitude: Double
                init() {}
            }
            """,
            MacroSet.root,
            """
            3:5: error: @Model requires each property to be declared on its own: use one 'var' for each
              fix-it: declare each property on its own
            """,
            fixed: """
                @Model
                final class Trip {
                    var latitude: Double
                    var longitude: Double
                    init() {}
                }
                """
        )
    }

    @Test("Properties declared as a tuple")
    func tuple() {
        expectDiagnostics(
            """
            @Model
            final class Trip {
                var (latitude, longitude) = (0.0, 0.0)
                init() {}
            }
            """,
            MacroSet.root,
            """
            3:5: error: @Model requires each property to be declared on its own: use one 'var' for each
            """
        )
    }
}
