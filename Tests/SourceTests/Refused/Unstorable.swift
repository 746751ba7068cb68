import SwiftData

struct Plain { var x = 0 }

@Model
final class Holder {
    var action: () -> Void  // expect-error: A persisted property must be Codable, a model, or an array of models
    var plain: Plain  // expect-error: A persisted property must be Codable
    var optional: Plain?  // expect-error: A persisted property must be Codable
    var list: [Plain] = []  // expect-error: A persisted property must be Codable
    var pair: (Int, Int) = (0, 0)  // expect-error: A persisted property must be Codable
    var anything: Any  // expect-error: A persisted property must be Codable
    var set: Set<Holder> = []  // expect-error: A persisted property must be Codable
    @Transient var fine: (() -> Void)?

    init(action: @escaping () -> Void, plain: Plain) {
        self.action = action
        self.plain = plain
        self.anything = 1
    }
}
