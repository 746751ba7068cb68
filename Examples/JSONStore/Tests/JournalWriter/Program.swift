import Foundation
import JSONStore
import JournalModel
import SwiftData

/// Adds entries to a journal, two in each save, and prints how many there are after each, until it is killed.
@main struct Program {
    static func main() throws {
        let configuration = JSONStoreConfiguration(url: URL(fileURLWithPath: CommandLine.arguments[1]))
        let context = ModelContext(try ModelContainer(for: Journal.self, configurations: configuration))
        let journal = Journal(title: "killed")
        context.insert(journal)
        for number in 0... {
            let (question, answer) = (Entry(2 * number), Entry(2 * number + 1))
            answer.answered = question
            journal.entries.append(contentsOf: [question, answer])
            try context.save()
            FileHandle.standardOutput.write(Data("\(2 * number + 2)\n".utf8))
        }
    }
}
