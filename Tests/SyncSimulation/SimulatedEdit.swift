import Foundation
import SwiftData
import SwiftDataSync

/// One edit of a program, before it is saved.
final class SimulatedEdit {
    struct Note {
        let model: any PersistentModel
        let property: String
        /// False where the value occurs more than once.
        let isUnique: Bool
    }

    let context: ModelContext
    /// A value that no other edit writes.
    let name: String
    let step: SimulatedStep
    private(set) var notes: [Note] = []
    /// True where rows are deleted.
    private(set) var deletes = false

    init(context: ModelContext, name: String, step: SimulatedStep) {
        (self.context, self.name, self.step) = (context, name, step)
    }

    private func pick<Model: PersistentModel>(_ type: Model.Type, _ choice: UInt64) throws -> Model? {
        let all = try context.fetch(FetchDescriptor<Model>()).sorted { $0.persistentModelID < $1.persistentModelID }
        return all.isEmpty ? nil : all[Int(choice % UInt64(all.count))]
    }

    private func note(_ model: any PersistentModel, _ property: String, isUnique: Bool = true) {
        notes.append(Note(model: model, property: property, isUnique: isUnique))
    }

    private func insert<Model: PersistentModel>(_ model: Model, _ property: String) {
        context.insert(model)
        note(model, property)
    }

    private func delete<Model: PersistentModel>(_ type: Model.Type) throws {
        guard let model = try pick(type, step.first) else { return }
        deletes = true
        context.delete(model)
    }

    func perform() throws {
        let (first, second) = (step.first, step.second)
        switch step.action {
        case .insertTrip:
            insert(SimTrip(name: name, start: Date(timeIntervalSinceReferenceDate: Double(first % 100_000))), "name")
        case .insertStop: insert(SimStop(title: name, trip: try pick(SimTrip.self, first)), "title")
        case .insertTag: try insertTag("label \(first % 4)")
        case .insertGuide: insert(SimGuide(name: name), "name")
        case .insertAccount: context.insert(SimAccount(number: "\(first % 3)", owner: name))
        case .insertPayment:
            guard let account = try pick(SimAccount.self, first) else { return }
            insert(SimPayment(amount: Decimal(second % 1_000) / 100, memo: name, account: account), "memo")
        case .setTicket:
            guard let trip = try pick(SimTrip.self, first) else { return }
            if second % 2 == 0, let ticket = trip.ticket {
                deletes = true
                context.delete(ticket)
            }
            let ticket = SimTicket(code: name)
            insert(ticket, "code")
            trip.ticket = ticket
        case .insertNode: insert(SimNode(label: name, parent: try pick(SimNode.self, first)), "label")
        case .insertLeaf:
            insert(SimLeaf(label: name, parent: try pick(SimNode.self, first), weight: Double(second % 7)), "label")
        case .insertAlbum: insert(SimAlbum(title: name), "title")
        case .insertPicture:
            let picture = SimPicture(caption: name)
            insert(picture, "caption")
            try pick(SimAlbum.self, first)?.pictures.append(picture)
        case .insertKinds: insert(SimKinds(label: name, token: Self.token(second)), "label")
        case .rename: try rename(SimTrip.self, "name") { $0.name = name }
        case .annotate:
            guard let trip = try pick(SimTrip.self, first) else { return }
            trip.note = second % 4 == 0 ? nil : name
            note(trip, "note", isUnique: second % 4 != 0)
        case .spend: try pick(SimTrip.self, first)?.budget += Int(second % 9) - 3
        case .rate: try pick(SimTrip.self, first)?.rating = Int(second % 100)
        case .retitle: try rename(SimStop.self, "title") { $0.title = name }
        case .photograph:
            try pick(SimStop.self, first)?.photo = second % 3 == 0 ? nil : Data(repeating: UInt8(second % 5), count: 40)
        case .recolor: try rename(SimTag.self, "color") { $0.color = name }
        case .relabel: try pick(SimTag.self, first)?.label = "label \(second % 4)"
        case .pay: try pick(SimPayment.self, first)?.amount = Decimal(second % 100_000) / 100
        case .relabelNode: try rename(SimNode.self, "label") { $0.label = name }
        case .weigh: try pick(SimLeaf.self, first)?.weight = second % 3 == 0 ? .nan : Double(second % 1_000) / 8
        case .recaption: try rename(SimPicture.self, "caption") { $0.caption = name }
        case .changeKinds: try changeKinds()
        case .swapLabels: try swapLabels()
        case .swapLabelsTwice: try swapLabelsTwice()
        case .replaceTag: try replaceTag()
        default: try performMove()
        }
    }

    private func performMove() throws {
        let (first, second) = (step.first, step.second)
        switch step.action {
        case .moveStop: try pick(SimStop.self, first)?.trip = second % 5 == 0 ? nil : pick(SimTrip.self, second)
        case .toggleTag:
            guard let trip = try pick(SimTrip.self, first), let tag = try pick(SimTag.self, second) else { return }
            if let index = trip.tags.firstIndex(of: tag) { trip.tags.remove(at: index) } else { trip.tags.append(tag) }
        case .arrange:
            guard let trip = try pick(SimTrip.self, first), trip.stops.count > 1 else { break }
            var stops = trip.stops
            let stop = stops.remove(at: Int(second % UInt64(stops.count)))
            stops.insert(stop, at: Int((second >> 8) % UInt64(stops.count + 1)))
            trip.stops = stops
        case .setGuide: try pick(SimTrip.self, first)?.guide = second % 4 == 0 ? nil : pick(SimGuide.self, second)
        case .takeTicket: try pick(SimTrip.self, first)?.ticket = second % 5 == 0 ? nil : pick(SimTicket.self, second)
        case .moveNode:
            guard let node = try pick(SimNode.self, first) else { return }
            let parent = second % 3 == 0 ? nil : try pick(SimNode.self, second)
            // A program makes no circle: two devices may.
            var (ancestor, seen) = (parent, Set<PersistentIdentifier>())
            while let current = ancestor {
                if current === node || !seen.insert(current.persistentModelID).inserted { return }
                ancestor = current.parent
            }
            node.parent = parent
        case .movePicture:
            guard let album = try pick(SimAlbum.self, second), let picture = try pick(SimPicture.self, first) else {
                return
            }
            if let index = album.pictures.firstIndex(of: picture) {
                album.pictures.remove(at: index)
            } else {
                album.pictures.append(picture)
            }
        case .deleteTrip: try delete(SimTrip.self)
        case .deleteStop: try delete(SimStop.self)
        case .deleteTag: try delete(SimTag.self)
        case .deleteGuide: try delete(SimGuide.self)
        case .deleteAccount:
            guard let model = try pick(SimAccount.self, first), model.payments.isEmpty else { return }
            try delete(SimAccount.self)
        case .deletePayment: try delete(SimPayment.self)
        case .deleteTicket: try delete(SimTicket.self)
        case .deleteNode: try delete(SimNode.self)
        case .deleteAlbum: try delete(SimAlbum.self)
        case .deletePicture: try delete(SimPicture.self)
        case .deleteKinds: try delete(SimKinds.self)
        default: return
        }
    }

    /// The edits that an earlier version of the app can make.
    func performOld() throws {
        let (first, second) = (step.first, step.second)
        switch step.action {
        case .insertTrip: insert(OldModels.SimTrip(name: name), "name")
        case .insertStop: insert(OldModels.SimStop(title: name, trip: try pick(OldModels.SimTrip.self, first)), "title")
        case .insertTag: context.insert(OldModels.SimTag(label: "label \(first % 4)", color: name))
        case .rename: try rename(OldModels.SimTrip.self, "name") { $0.name = name }
        case .annotate: try rename(OldModels.SimTrip.self, "note") { $0.note = name }
        case .spend: try pick(OldModels.SimTrip.self, first)?.budget += Int(second % 9) - 3
        case .retitle: try rename(OldModels.SimStop.self, "title") { $0.title = name }
        case .relabel: try pick(OldModels.SimTag.self, first)?.label = "label \(second % 4)"
        case .moveStop: try pick(OldModels.SimStop.self, first)?.trip = pick(OldModels.SimTrip.self, second)
        case .toggleTag:
            guard let trip = try pick(OldModels.SimTrip.self, first), let tag = try pick(OldModels.SimTag.self, second)
            else { return }
            if let index = trip.tags.firstIndex(of: tag) { trip.tags.remove(at: index) } else { trip.tags.append(tag) }
        case .deleteTrip: try delete(OldModels.SimTrip.self)
        case .deleteStop: try delete(OldModels.SimStop.self)
        case .deleteTag: try delete(OldModels.SimTag.self)
        default: return
        }
    }

    private func rename<Model: PersistentModel>(_ type: Model.Type, _ property: String, _ body: (Model) -> Void) throws
    {
        guard let model = try pick(type, step.first) else { return }
        body(model)
        note(model, property)
    }

    // MARK: Unique values

    private func insertTag(_ label: String) throws {
        // An insertion of a label that is there is an edit of its row.
        for tag in try context.fetch(FetchDescriptor<SimTag>()) where tag.label == label {
            note(tag, "color", isUnique: false)
        }
        context.insert(SimTag(label: label, color: name))
    }

    private func swapLabels() throws {
        guard let one = try pick(SimTag.self, step.first), let other = try pick(SimTag.self, step.second) else {
            return
        }
        (one.label, other.label) = (other.label, one.label)
    }

    private func swapLabelsTwice() throws {
        guard let one = try pick(SimTag.self, step.first), let other = try pick(SimTag.self, step.second) else {
            return
        }
        let (label, otherLabel) = (one.label, other.label)
        one.label = name
        try context.save()
        other.label = label
        try context.save()
        one.label = otherLabel
    }

    private func replaceTag() throws {
        guard let tag = try pick(SimTag.self, step.first) else { return }
        let label = tag.label
        deletes = true
        context.delete(tag)
        if step.second % 2 == 0 { try context.save() }
        context.insert(SimTag(label: label, color: name))
    }

    // MARK: Kinds

    private static func token(_ number: UInt64) -> UUID {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number % 200)))
    }

    private func changeKinds() throws {
        guard let kinds = try pick(SimKinds.self, step.first) else { return }
        let number = step.second
        switch number % 13 {
        case 0: kinds.big = UInt64.max - number % 5
        case 1: kinds.small = number % 2 == 0 ? nil : Int8(truncatingIfNeeded: number)
        case 2: kinds.ratio = [.nan, -.infinity, -0.0, 1.5, .greatestFiniteMagnitude][Int(number / 13 % 5)]
        case 3: kinds.fraction = number % 2 == 0 ? nil : Float(number % 1_000) / 7
        case 4:
            kinds.amount =
                [nil, Decimal.nan, Decimal(sign: .minus, exponent: -20, significand: 3)][Int(number / 13 % 3)]
        case 5: kinds.link = number % 2 == 0 ? nil : URL(string: "https://example.org/\(name)?q=%20")
        case 6: kinds.token = Self.token(number)
        case 7: kinds.mood = SimMood.allCases[Int(number / 13 % 3)]
        case 8: kinds.place = SimPlace(x: Double(number % 90), name: number % 2 == 0 ? nil : name)
        case 9: kinds.offer = [nil, .free, .price(Int(number % 100), currency: name)][Int(number / 13 % 3)]
        case 10: kinds.words = [name, "", "ä"]
        case 11: kinds.flag = number % 2 == 0
        default: kinds.moment = number % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number % 1_000) / 3)
        }
    }
}
