import SwiftData

@Model
final class Entry {
    var writer: String
    var number: Int

    init(writer: String, number: Int) {
        self.writer = writer
        self.number = number
    }
}

/// Saves models one by one to a store that other processes write at the same time.
///
/// Usage: `ConcurrentWriter FILE NAME COUNT`
@main struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else {
            throw CocoaError(.featureUnsupported)
        }
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[1]))
        let context = ModelContext(try ModelContainer(for: Entry.self, configurations: configuration))
        for number in 0..<count {
            context.insert(Entry(writer: arguments[2], number: number))
            try context.save()
        }
    }
}
