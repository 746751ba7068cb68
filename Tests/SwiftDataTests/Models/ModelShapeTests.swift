import SwiftData
import Testing

/// Models of every shape that `@Model` accepts: that they compile is half of the test.
enum Shapes {
    @Model
    final class Settings {
        var isOn = false
        var names: [String]
    }

    @Model
    class Base {
        var name: String
        private(set) var count = 3
        var `default`: Bool?
        var _hidden = 4
        @Transient var cache = 5
        lazy var lazyValue = 6
        static let constant = 7
        var computed: Int { count + 1 }

        init(name: String) {
            self.name = name
        }
    }

    @Model
    class Inheriting: Base {
        var level = 8
    }

    @Model
    final class Lowest: Inheriting {
        var note: String

        init(note: String) {
            self.note = note
            super.init(name: "lowest")
        }
    }

    @Model
    final class Conditional {
        var first = 1
        #if canImport(NotThere)
            var second = 2
        #else
            var third = 3
        #endif
        var fourth = 4

        init() {}
    }

    @Model
    final class Observed {
        var log: [String] = []
        var count = 1 {
            willSet {
                log.append("will \(newValue)")
            }
            didSet {
                if count > 10 {
                    count = 10
                    return
                }
                log.append("did \(oldValue)")
            }
        }

        init() {}
    }
}

extension Shapes.Base {
    @Model
    final class Nested {
        var value = 1

        init() {}
    }
}

@MainActor
@Model
final class Isolated {
    var name: String

    init(name: String) {
        self.name = name
    }
}

/// A protocol of the user's that asks for a model.
protocol Named: PersistentModel {
    var name: String { get }
}

@Model
final class NamedShape: Named, Comparable {
    var name: String

    init(name: String) {
        self.name = name
    }

    static func < (lhs: NamedShape, rhs: NamedShape) -> Bool { lhs.name < rhs.name }
}

@Suite("@Model works for classes of every shape")
struct ModelShapeTests {
    @Test("A class whose properties have defaults needs no initialiser")
    func defaults() {
        let settings = Shapes.Settings()
        #expect(!settings.isOn)
        #expect(settings.names.isEmpty)
        settings.names = ["a"]
        #expect(settings.names == ["a"])
    }

    @Test("Properties keep their values, persisted or not")
    func values() {
        let base = Shapes.Base(name: "base")
        base.default = true
        base._hidden += 1
        base.cache += 1
        base.lazyValue += 1
        #expect(base.name == "base")
        #expect(base.default == true)
        let numbers: [Int] = [base.count, base._hidden, base.cache, base.lazyValue, base.computed]
        #expect(numbers == [3, 5, 6, 7, 4] as [Int])
        #expect(Shapes.Base.constant == 7)
    }

    @Test("A subclass has its own properties and those above it, in slots of their own")
    func inheritance() {
        let lowest = Shapes.Lowest(note: "n")
        lowest.level += 1
        #expect(lowest.name == "lowest")
        #expect(lowest.count == 3)
        #expect(lowest.level == 9)
        #expect(lowest.note == "n")
        #expect(Shapes.Inheriting(name: "inherited initialiser").level == 8)
        #expect(Shapes.Lowest.schemaMetadata.count == 1)
        #expect(Shapes.Lowest._$modelLayout.slotCount == 6)
    }

    @Test("Properties under conditional compilation do not share slots")
    func conditional() {
        let conditional = Shapes.Conditional()
        conditional.third = 30
        let numbers: [Int] = [conditional.first, conditional.third, conditional.fourth]
        #expect(numbers == [1, 30, 4] as [Int])
        #expect(Shapes.Conditional.schemaMetadata.count == 3)
    }

    @Test("Observers of a property run, and not for what they assign themselves")
    func observers() {
        let observed = Shapes.Observed()
        observed.count = 5
        observed.count = 50
        #expect(observed.count == 10)
        #expect(observed.log == ["will 5", "did 1", "will 50"])
    }

    @Test("A class in an extension, on a global actor, and behind a protocol of the user's")
    @MainActor
    func places() {
        #expect(Shapes.Base.Nested().value == 1)
        #expect(Isolated(name: "main").name == "main")
        #expect(NamedShape(name: "a") < NamedShape(name: "b"))
        let named: any Named = NamedShape(name: "c")
        #expect(named.name == "c")
    }
}
