import Foundation
import SwiftData
import SwiftDataCore

/// The steps that scripts are made of.
extension Step {
    /// Three boxes with all that a box may have.
    static let fill: [Step] = [
        .save("fill") { session in
            let labels = ["red", "blue", "green"].map { Label($0) }
            let boxes = [Box("A", 1, photo: photo(1)), Box("B", 2, photo: photo(2)), Box("C", 3)]
            for label in labels { session.context.insert(label) }
            for box in boxes { session.context.insert(box) }
            boxes[0].items = [Item("a1", 1), Item("a2", 2), Item("a3", 3)]
            boxes[1].items = [Item("b1", 1)]
            boxes[0].labels = [labels[0], labels[1]]
            boxes[1].labels = [labels[1]]
        } _: { reference in
            reference.labels = ["red", "blue", "green"]
            reference.boxes["A"] = .init(
                number: 1,
                photo: photo(1),
                items: [("a1", 1), ("a2", 2), ("a3", 3)],
                labels: ["red", "blue"]
            )
            reference.boxes["B"] = .init(number: 2, photo: photo(2), items: [("b1", 1)], labels: ["blue"])
            reference.boxes["C"] = .init(number: 3)
        }
    ]

    static let insert: [Step] = [
        .save("insert") { session in
            let box = Box("N", 10, photo: photo(10))
            session.context.insert(box)
            box.items = [Item("n1", 1), Item("n2", 2)]
            box.labels = [try session.label("red")]
        } _: {
            $0.boxes["N"] = .init(number: 10, photo: photo(10), items: [("n1", 1), ("n2", 2)], labels: ["red"])
        },
        .save("insert more") { session in
            for number in 0..<3 {
                session.context.insert(Box("M\(number)", number, photo: photo(20 + UInt8(number))))
            }
        } _: { reference in
            for number in 0..<3 {
                reference.boxes["M\(number)"] = .init(number: number, photo: photo(20 + UInt8(number)))
            }
        },
    ]

    static let update: [Step] = [
        .save("update") { session in
            let box = try session.box("A")
            box.number = 7
            box.photo = photo(8)
            try session.box("B").photo = nil
        } _: {
            $0.boxes["A"]?.number = 7
            $0.boxes["A"]?.photo = photo(8)
            $0.boxes["B"]?.photo = nil
        },
        .save("update again") { session in
            try session.box("C").photo = photo(9)
            try session.box("A").number = 70
        } _: {
            $0.boxes["C"]?.photo = photo(9)
            $0.boxes["A"]?.number = 70
        },
    ]

    static let order: [Step] = [
        .save("reverse") { session in
            let box = try session.box("A")
            box.items = box.items.reversed()
        } _: {
            $0.boxes["A"]?.items = [("a3", 3), ("a2", 2), ("a1", 1)]
        },
        .save("insert in front") { session in
            try session.box("A").items.insert(Item("a0", 0), at: 0)
        } _: {
            $0.boxes["A"]?.items.insert(("a0", 0), at: 0)
        },
    ]

    static let upsert: [Step] = [
        .save("upsert") { session in
            session.context.insert(Box("A", 77, photo: photo(30)))
            session.context.insert(Box("Z", 78))
        } _: {
            $0.boxes["A"]?.number = 77
            $0.boxes["A"]?.photo = photo(30)
            $0.boxes["Z"] = .init(number: 78)
        }
    ]

    static let links: [Step] = [
        .save("links") { session in
            try session.box("A").labels = [session.label("green")]
            try session.box("C").labels = [session.label("red"), session.label("blue")]
        } _: {
            $0.boxes["A"]?.labels = ["green"]
            $0.boxes["C"]?.labels = ["red", "blue"]
        }
    ]

    static let delete: [Step] = [
        .save("delete") { session in
            session.context.delete(try session.box("A"))
        } _: {
            $0.boxes["A"] = nil
        },
        .save("delete a label") { session in
            session.context.delete(try session.label("blue"))
        } _: { reference in
            reference.labels.remove("blue")
            for code in reference.boxes.keys { reference.boxes[code]?.labels.remove("blue") }
        },
    ]
}
