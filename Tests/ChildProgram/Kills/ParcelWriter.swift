import Foundation
import SwiftData
import SwiftDataTesting

/// Saves random changes until it is killed. Says each save before and after.
struct ParcelWriter<Parcel: StoredParcel, Ledger: StoredLedger> {
    private let context: ModelContext
    private let ledger: Ledger
    private var parcels: [Int: Parcel] = [:]
    private var boxes: [Int: Parcel.Box] = [:]

    init(_ container: ModelContainer, _: Ledger.Type, _: Parcel.Type) throws {
        context = ModelContext(container)
        context.autosaveEnabled = false
        for parcel in try context.fetch(FetchDescriptor<Parcel>()) { parcels[parcel.number] = parcel }
        for box in try context.fetch(FetchDescriptor<Parcel.Box>()) { boxes[box.number] = box }
        if let found = try context.fetch(FetchDescriptor<Ledger>()).first {
            ledger = found
        } else {
            ledger = Ledger(save: 0)
            context.insert(ledger)
        }
    }

    mutating func run(seed: UInt64, count: Int) throws {
        say("open \(ledger.save)")
        var generator = ScriptRandom(seed: seed)
        for _ in 0..<count {
            let number = ledger.save + 1
            let steps = Content.steps(&generator)
            say("b \(number) " + steps.map(\.text).joined(separator: " "))
            ledger.save = number
            for step in steps { apply(step, number) }
            try context.save()
            say("d \(number)")
        }
    }

    private mutating func apply(_ step: Step, _ save: Int) {
        switch step {
        case .put(let number, let size):
            let parcel = parcels[number] ?? Parcel(number: number)
            if parcels.updateValue(parcel, forKey: number) == nil { context.insert(parcel) }
            parcel.version = save
            parcel.size = size
            parcel.payload = payload(number, version: save, size: size)
        case .move(let number, let place):
            guard let parcel = parcels[number] else { return }
            let box = boxes[place] ?? Parcel.Box(number: place)
            if boxes.updateValue(box, forKey: place) == nil { context.insert(box) }
            parcel.box = box
        case .delete(let number):
            if let parcel = parcels.removeValue(forKey: number) { context.delete(parcel) }
        }
    }
}
