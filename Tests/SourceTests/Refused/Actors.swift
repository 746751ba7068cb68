import SwiftData

@Model
actor Worker {  // expect-error: @Model can only be applied to a class, not to an actor
    var name = ""
}

@ModelActor
final class Importer {}  // expect-error: @ModelActor can only be applied to an actor, not to a class
