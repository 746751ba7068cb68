import ArgumentParser
import SwiftDataCLI
import Testing

struct HelpTests {
    @Test func theToolSaysWhatItIs() {
        #expect(OpenSwiftDataCommand.helpMessage().contains("SwiftData"))
    }
}
