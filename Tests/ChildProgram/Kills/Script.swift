import Foundation
import SwiftDataTesting

/// The change of one parcel in a save.
enum Step: Hashable {
    /// Makes it where there is none, else replaces its payload; a size of 0 is none.
    case put(Int, size: Int)
    case move(Int, box: Int)
    case delete(Int)

    var text: String {
        switch self {
        case .put(let number, let size): "p\(number):\(size)"
        case .move(let number, let box): "m\(number):\(box)"
        case .delete(let number): "d\(number)"
        }
    }

    init?(_ text: Substring) {
        let numbers = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        switch (text.first, numbers.count) {
        case ("p", 2): self = .put(numbers[0], size: numbers[1])
        case ("m", 2): self = .move(numbers[0], box: numbers[1])
        case ("d", 1): self = .delete(numbers[0])
        default: return nil
        }
    }
}

/// The content of a store after some saves.
struct Content: Equatable {
    struct Parcel: Equatable {
        var version: Int
        var size: Int
        var box: Int?
    }

    /// The last save.
    var save = 0
    var parcels: [Int: Parcel] = [:]

    mutating func apply(_ steps: [Step], save number: Int) {
        save = number
        for step in steps {
            switch step {
            case .put(let parcel, let size):
                parcels[parcel] = Parcel(version: number, size: size, box: parcels[parcel]?.box)
            case .move(let parcel, let box): parcels[parcel]?.box = box
            case .delete(let parcel): parcels[parcel] = nil
            }
        }
    }

    /// Steps of a save, none of which is about a parcel that another one is about.
    static func steps(_ generator: inout ScriptRandom) -> [Step] {
        var numbers = Array(0..<24).shuffled(using: &generator)
        return (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            let number = numbers.removeLast()
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<6:
                let sizes = [0, 100, 90_000, 110_000, 150_000, 400_000]
                return .put(number, size: sizes.randomElement(using: &generator) ?? 0)
            case 6..<8: return .move(number, box: Int.random(in: 0..<4, using: &generator))
            default: return .delete(number)
            }
        }
    }
}

/// The bytes of a parcel, which cannot be taken for those of another parcel: a part that is repeated.
private func part(_ number: Int, version: Int) -> Data {
    var generator = ScriptRandom(seed: UInt64(number) << 32 | UInt64(version))
    var data = Data()
    for _ in 0..<32 { withUnsafeBytes(of: generator.next()) { data.append(contentsOf: $0) } }
    return data
}

/// The payload of a parcel; nil where it has none.
func payload(_ number: Int, version: Int, size: Int) -> Data? {
    guard size > 0 else { return nil }
    var data = part(number, version: version)
    while data.count < size { data.append(data) }
    return data.prefix(size)
}

/// The same as the hexadecimal digits that SQLite prints.
func payloadDigits(_ number: Int, version: Int, size: Int) -> String? {
    guard size > 0 else { return nil }
    let digits = part(number, version: version).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let text = String(repeating: digits.uppercased(), count: size * 2 / digits.utf8.count + 1)
    return String(text.utf8.prefix(size * 2)) ?? ""
}
