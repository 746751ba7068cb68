#if PORTABLE_FALLBACKS
    import Foundation
    import SwiftDataCore
    import Testing

    /// The fallbacks where no fact of the runtime is relied on: docs/decisions/0025-facts-of-the-runtime.md.
    @Suite struct RuntimeFallbackTests {
        @Test func noKeyPathIsTakenApart() {
            #expect(KeyPathReader.steps(of: \Person.name) == nil && KeyPathReader.accessor(of: \Person.name) == nil)
        }

        @Test func aPropertyIsFoundByTheKeyPathOfTheClassThatDeclaresItAlone() {
            let layout = ModelLayout.of(Employee.self)
            #expect(layout.slot(for: \Person.birthday) == layout.slot(named: "birthday"))
            #expect(layout.slot(for: \Employee.birthday) == nil)
            #expect(layout.problem != nil)
            #expect(layout.keyPath(slot: 0, in: Employee.self) == nil)
        }

        @Test func localisedComparatorsAreTheLexicalOne() {
            #expect(String.StandardComparator.localizedStandard == .lexical)
            #expect(String.StandardComparator.localized == .lexical)
        }
    }
#endif
