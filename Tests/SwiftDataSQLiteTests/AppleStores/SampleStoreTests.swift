import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct SampleStoreTests {
    @Test func aSampleIsCopiedBeforeItIsOpened() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { sample.remove() }
        #expect(!sample.file.path.hasPrefix(SampleStore.samples.path))
        #expect(
            FileManager.default.contentsEqual(
                atPath: sample.file.path,
                andPath: SampleStore.samples.appending(path: "swiftdata-cartkit-v1.sqlite").path
            )
        )
    }
}
