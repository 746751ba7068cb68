import Foundation
import SwiftData
import SwiftDataCore

extension Step {
    static let batch: [Step] = [
        .call("delete a batch") { session in
            try session.context.delete(model: Box.self, where: #Predicate { $0.number < 3 })
        } _: {
            $0.boxes["A"] = nil
            $0.boxes["B"] = nil
        }
    ]

    /// A read gives what was saved, or throws.
    static let fetch: [Step] = [
        .call("fetch") { session in
            let states: [String]
            do {
                states = try session.states(1)
            } catch is Session.Unread {
                return
            }
            var reference = Reference()
            for step in fill { step.change(&reference) }
            if states != reference.states(1) { throw WrongValue(found: states) }
        }
    ]

    struct WrongValue: Error { let found: [String] }

    static let several: [Step] = [
        .save("two stores") { session in
            session.context.insert(Entry("first", scan: photo(40)))
            try session.box("A").photo = photo(41)
        } _: {
            $0.entries["first"] = photo(40)
            $0.boxes["A"]?.photo = photo(41)
        },
        .save("two stores again") { session in
            for entry in try session.context.fetch(FetchDescriptor<Entry>()) { session.context.delete(entry) }
            session.context.insert(Entry("second"))
            session.context.insert(Box("S", 4))
        } _: {
            $0.entries = ["second": nil]
            $0.boxes["S"] = .init(number: 4)
        },
    ]

    static let deleteHistory: [Step] = [
        .call("deleteHistory") { session in
            let transactions = try session.context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            guard let last = transactions.last?.token else { return }
            try session.context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= last })
            )
        },
        .save("save after it") { session in
            try session.box("C").number = 33
        } _: {
            $0.boxes["C"]?.number = 33
        },
    ]

    static let erase: [Step] = [
        .call("erase") { session in
            for store in session.container.core.stores { try store.erase() }
        } _: {
            $0 = Reference()
        }
    ]

    /// Enough pages for the log to be moved into the file amid the saves.
    static let bulk: [Step] = (0..<4).map { turn in
        .save("bulk \(turn)") { session in
            for number in 0..<14 {
                let data = Data(repeating: UInt8(turn + 1), count: 90_000 + number)
                session.context.insert(Box("\(turn).\(number)", number, photo: data))
            }
        } _: { reference in
            for number in 0..<14 {
                let data = Data(repeating: UInt8(turn + 1), count: 90_000 + number)
                reference.boxes["\(turn).\(number)"] = .init(number: number, photo: data)
            }
        }
    }
}
