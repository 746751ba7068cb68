import Testing

@Suite("@ModelActor gives an actor its context")
struct ModelActorExpansionTests {
    @Test("A public actor gets public members")
    func publicActor() {
        expectExpansion(
            """
            @ModelActor
            public actor Store {
            }
            """,
            MacroSet.actor,
            """
            public actor Store {

                public nonisolated let modelExecutor: any SwiftData.ModelExecutor

                public nonisolated let modelContainer: SwiftData.ModelContainer

                public init(modelContainer: SwiftData.ModelContainer) {
                    let modelContext = SwiftData.ModelContext(modelContainer)
                    self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
                    self.modelContainer = modelContainer
                }
            }

            extension Store: SwiftData.ModelActor {
            }
            """
        )
    }

    @Test("An actor with properties to set initialises itself")
    func ownInitializer() {
        expectExpansion(
            """
            @ModelActor
            actor Store {
                let name: String
                var note: String?
                init(name: String, container: ModelContainer) {
                    self.name = name
                    modelContainer = container
                    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
                }
            }
            """,
            MacroSet.actor,
            """
            actor Store {
                let name: String
                var note: String?
                init(name: String, container: ModelContainer) {
                    self.name = name
                    modelContainer = container
                    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
                }

                nonisolated let modelExecutor: any SwiftData.ModelExecutor

                nonisolated let modelContainer: SwiftData.ModelContainer
            }

            extension Store: SwiftData.ModelActor {
            }
            """
        )
    }
}
