import SwiftDataModelSource
import Testing

struct ModelSourceTests {
    @Test func aSourceHasItsVersions() {
        #expect(ModelSource(versions: []).versions.isEmpty)
    }
}
