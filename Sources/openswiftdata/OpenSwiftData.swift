import ArgumentParser
import SwiftDataCLI

@main
struct OpenSwiftData {
    static func main() async {
        await OpenSwiftDataCommand.main()
    }
}
