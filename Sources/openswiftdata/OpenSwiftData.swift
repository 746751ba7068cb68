import SwiftDataCLI

@main
struct OpenSwiftData {
    static func main() async {
        await OpenSwiftDataCommand.runAndExit()
    }
}
