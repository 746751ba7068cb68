// A model that lives on the main actor.
import SwiftData

@MainActor
@Model
final class Setting {
    var name: String
    var value: Int = 0

    init(name: String) {
        self.name = name
    }

    func increase() { value += 1 }
}

@MainActor
func use(_ container: ModelContainer) throws -> Int {
    let setting = Setting(name: "a")
    setting.increase()
    container.mainContext.insert(setting)
    return try container.mainContext.fetch(FetchDescriptor<Setting>()).map(\.value).reduce(0, +)
}
