import SwiftData
import SwiftDataCore
import Testing

/// A predicate with what a plain closure says: nil where Swift would trap.
struct ValueCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Predicate<Vessel>
    let oracle: @Sendable (Vessel) -> Bool?
    /// True if the predicate is SQL alone.
    var isSQL = true

    init(_ name: String, _ predicate: Predicate<Vessel>, _ oracle: @escaping @Sendable (Vessel) -> Bool?) {
        testDescription = name
        self.predicate = predicate
        self.oracle = oracle
    }

    func inMemory() -> ValueCase {
        var copy = self
        copy.isSQL = false
        return copy
    }
}

extension ValueCase {
    static var all: [ValueCase] { optionals + conditionals + numbers + composites + casts + values + texts }

    static var optionals: [ValueCase] {
        [
            ValueCase("optional behind !", #Predicate { $0.skipper!.nickname == nil }) {
                $0.skipper.map { $0.nickname == nil }
            },
            ValueCase("optional behind !, compared", #Predicate { $0.skipper!.nickname != "The Engine" }) {
                $0.skipper.map { $0.nickname != "The Engine" }
            },
            ValueCase("to-one behind !, nil", #Predicate { $0.skipper!.mentor == nil }) {
                $0.skipper.map { $0.mentor == nil }
            },
            ValueCase("two !", #Predicate { $0.skipper!.mentor!.nickname == nil }) {
                $0.skipper.flatMap { $0.mentor }.map { $0.nickname == nil }
            },
            ValueCase("! and then ?", #Predicate { $0.skipper!.mentor?.nickname == nil }) {
                $0.skipper.map { $0.mentor?.nickname == nil }
            },
            ValueCase("? and then !", #Predicate { $0.skipper?.nickname!.isEmpty == nil }) {
                $0.skipper == nil ? true : $0.skipper?.nickname == nil ? nil : false
            },
            ValueCase("collection behind !", #Predicate { $0.skipper!.name == "Ada" && $0.crew.isEmpty }) {
                vessel in vessel.skipper.map { $0.name == "Ada" && vessel.crew.isEmpty }
            },
            ValueCase("?? with a fallback that fails", #Predicate { ($0.note ?? $0.skipper!.name) != "Ada" }) {
                vessel in (vessel.note ?? vessel.skipper?.name).map { $0 != "Ada" }
            },
            ValueCase("?? with an optional fallback", #Predicate { ($0.note ?? $0.skipper?.nickname) == nil }) {
                ($0.note ?? $0.skipper?.nickname) == nil
            },
            ValueCase("?? twice", #Predicate { ($0.note ?? $0.skipper?.nickname ?? "none") == "none" }) {
                ($0.note ?? $0.skipper?.nickname ?? "none") == "none"
            },
            ValueCase("?? between models", #Predicate { ($0.skipper ?? $0.mate)?.name == "Ada" }) {
                ($0.skipper ?? $0.mate)?.name == "Ada"
            },
            ValueCase("?? between models, nil", #Predicate { ($0.skipper ?? $0.mate) == nil }) {
                ($0.skipper ?? $0.mate) == nil
            },
            ValueCase("?? between models, optional", #Predicate { ($0.skipper?.mentor ?? $0.mate)?.nickname == nil }) {
                ($0.skipper?.mentor ?? $0.mate)?.nickname == nil
            },
            ValueCase("chain that may fail", #Predicate { $0.draught.flatMap { 10 / $0 } != 5 }) {
                $0.draught == 0 ? nil : $0.draught.map { 10 / $0 } != 5
            },
            ValueCase("chain that may fail or be nil", #Predicate { $0.draught.flatMap { 10 / $0 } == nil }) {
                $0.draught == 0 ? nil : $0.draught == nil
            },
            ValueCase("captured nil unwrapped", #Predicate { $0.isOpen || $0.skipper!.mentor!.isRetired }) { vessel in
                vessel.isOpen ? true : vessel.skipper?.mentor.map { $0.isRetired }
            },
            ValueCase("not of a chain", #Predicate { !($0.skipper?.mentor?.isRetired ?? true) }) {
                !($0.skipper?.mentor?.isRetired ?? true)
            },
            ValueCase("text function on an optional", #Predicate { $0.note?.contains("note") != true }) {
                $0.note?.contains("note") != true
            },
            ValueCase("uppercased behind ?", #Predicate { $0.note?.uppercased() == "NOTE 5" }) {
                $0.note?.uppercased() == "NOTE 5"
            },
            ValueCase("two optionals", #Predicate { $0.note == $0.skipper?.nickname }) {
                $0.note == $0.skipper?.nickname
            },
            ValueCase("optional doubles", #Predicate { $0.top == $0.speed }) { $0.top == $0.speed },
            ValueCase("optional doubles, !=", #Predicate { $0.top != $0.speed }) { $0.top != $0.speed },
        ]
    }

    static var conditionals: [ValueCase] {
        [
            ValueCase("nil or a value", #Predicate { ($0.isOpen ? nil : $0.note) == nil }) {
                ($0.isOpen ? nil : $0.note) == nil
            },
            ValueCase("between models", #Predicate { ($0.isOpen ? $0.skipper : $0.mate)?.name == "Ada" }) {
                ($0.isOpen ? $0.skipper : $0.mate)?.name == "Ada"
            },
            ValueCase("between models, !", #Predicate { ($0.isOpen ? $0.skipper : $0.mate)!.nickname == nil }) {
                ($0.isOpen ? $0.skipper : $0.mate).map { $0.nickname == nil }
            },
            ValueCase("between models, ==", #Predicate { ($0.isOpen ? $0.skipper : $0.mate) == $0.mate }) {
                ($0.isOpen ? $0.skipper : $0.mate) == $0.mate
            },
            ValueCase("branch that fails", #Predicate { ($0.isOpen ? 100 / $0.tons : 7) > 6 }) {
                $0.isOpen ? $0.tons == 0 ? nil : 100 / $0.tons > 6 : true
            },
            ValueCase("branch that fails beside nil", #Predicate { ($0.isOpen ? $0.skipper!.name : $0.note) != nil }) {
                $0.isOpen ? $0.skipper == nil ? nil : true : $0.note != nil
            },
            ValueCase("test that fails", #Predicate { ($0.skipper!.isRetired ? $0.note : nil) == nil }) { vessel in
                vessel.skipper.map { ($0.isRetired ? vessel.note : nil) == nil }
            },
            ValueCase("nested", #Predicate { ($0.isOpen ? $0.tons > 4 ? "a" : "b" : "c") == "b" }) {
                ($0.isOpen ? $0.tons > 4 ? "a" : "b" : "c") == "b"
            },
            ValueCase("of constants as a condition", #Predicate { $0.isOpen ? false : true }) { !$0.isOpen },
            ValueCase(
                "if let, chained",
                #Predicate {
                    if let skipper = $0.skipper, let mentor = skipper.mentor {
                        mentor.isRetired
                    } else {
                        $0.note == nil
                    }
                }
            ) { vessel in vessel.skipper?.mentor.map { $0.isRetired } ?? (vessel.note == nil) },
            ValueCase("between composites", #Predicate { ($0.isOpen ? $0.berth : $0.former) == $0.berth }) {
                ($0.isOpen ? $0.berth : $0.former) == $0.berth
            },
            ValueCase("member of one of two", #Predicate { ($0.isOpen ? $0.berth : $0.former)?.number == 2 }) {
                ($0.isOpen ? $0.berth : $0.former)?.number == 2
            },
        ]
    }

    static var numbers: [ValueCase] {
        let tenth = Decimal(1) / 10
        let infinity = Double.infinity
        let past = Date.distantPast
        let future = Date.distantFuture
        let day = Date(timeIntervalSinceReferenceDate: 45_000_000)
        let largest = UInt64.max
        let third = Float(1) / 3
        return [
            ValueCase("decimal +", #Predicate { $0.price + tenth == tenth }) { $0.price + tenth == tenth },
            ValueCase("decimal *, <", #Predicate { $0.price * $0.price < $0.price }) { $0.price * $0.price < $0.price },
            ValueCase("decimal, NaN among them", #Predicate { $0.price < 1 }) { $0.price < 1 },
            ValueCase("decimal, NaN among them, >=", #Predicate { $0.price >= 1 }) { $0.price >= 1 },
            ValueCase("decimal minus", #Predicate { -$0.price > 0 }) { -$0.price > 0 },
            ValueCase("decimal -", #Predicate { $0.price - 1 <= 0 }) { $0.price - 1 <= 0 },
            ValueCase("decimal, optional ==", #Predicate { $0.fee == $0.price }) { $0.fee == $0.price },
            ValueCase("optional decimal through flatMap", #Predicate { $0.fee.flatMap { $0 * 2 } != 1 }) {
                $0.fee.map { $0 * 2 } != 1
            },
            ValueCase("optional decimal with a fallback", #Predicate { ($0.fee ?? $0.price) + 1 > 2 }) {
                ($0.fee ?? $0.price) + 1 > 2
            },
            ValueCase("float +", #Predicate { $0.ratio + third == third }) { $0.ratio + third == third },
            ValueCase("float *", #Predicate { $0.ratio * 3 + 6 == 5 }) { $0.ratio * 3 + 6 == 5 },
            ValueCase("float /", #Predicate { $0.ratio / 0 > 1 }) { $0.ratio / 0 > 1 },
            ValueCase("double /, NaN and infinities", #Predicate { $0.speed / $0.speed == 1 }) {
                $0.speed / $0.speed == 1
            },
            ValueCase("double, negative zero", #Predicate { $0.speed == 0 }) { $0.speed == 0 },
            ValueCase("double unary minus", #Predicate { -$0.speed == infinity }) { -$0.speed == infinity },
            ValueCase("double is NaN", #Predicate { $0.speed != $0.speed }) { $0.speed != $0.speed },
            ValueCase("double <= infinity", #Predicate { $0.speed <= infinity }) { $0.speed <= infinity },
            ValueCase("double sum", #Predicate { $0.speed + 0.2 == 0.30000000000000004 }) {
                $0.speed + 0.2 == 0.30000000000000004
            },
            ValueCase("unsigned above the signed range", #Predicate { $0.serial == largest }) { $0.serial == largest },
            ValueCase("unsigned, >", #Predicate { $0.serial > 9_223_372_036_854_775_807 }) {
                $0.serial > 9_223_372_036_854_775_807
            },
            ValueCase("unsigned +", #Predicate { $0.serial + 1 > 5 }) { $0.serial == .max ? nil : $0.serial + 1 > 5 },
            ValueCase("unsigned -", #Predicate { $0.serial - 3 > 5 }) { $0.serial < 3 ? nil : $0.serial - 3 > 5 },
            ValueCase("narrow +", #Predicate { $0.tiny + 30 > 0 }) {
                $0.tiny.addingReportingOverflow(30).overflow ? nil : $0.tiny + 30 > 0
            },
            ValueCase("minus of the smallest", #Predicate { -$0.tons < 0 }) { $0.tons == .min ? nil : -$0.tons < 0 },
            ValueCase("smallest / -1", #Predicate { $0.tons / -1 < 0 }) { $0.tons == .min ? nil : $0.tons / -1 < 0 },
            ValueCase("remainder by a property", #Predicate { 7 % $0.tons == 1 }) {
                $0.tons == 0 ? nil : 7 % $0.tons == 1
            },
            ValueCase("dates at the ends", #Predicate { $0.built == past || $0.built == future }) {
                $0.built == past || $0.built == future
            },
            ValueCase("optional date, !=", #Predicate { $0.sold != day }) { $0.sold != day },
            ValueCase("range of the row's", #Predicate { ($0.tiny...5).contains(0) }) {
                $0.tiny > 5 ? nil : ($0.tiny...5).contains(0)
            },
        ]
    }

    static var composites: [ValueCase] {
        let berth = Berth(quay: "Cafe\u{301}", number: 1)
        let bare = Berth(quay: "North", number: nil)
        let grain = Load.grain(4)
        let crates = Load.crates(count: 2, label: nil)
        let spot = Spot(x: 2, y: nil)
        return [
            ValueCase("with an optional", #Predicate { $0.former == $0.berth }) { $0.former == $0.berth },
            ValueCase("with an optional, !=", #Predicate { $0.berth != $0.former }) { $0.berth != $0.former },
            ValueCase("with a constant", #Predicate { $0.berth == berth }) { $0.berth == berth },
            ValueCase("with nil members", #Predicate { $0.berth == bare }) { $0.berth == bare },
            ValueCase("optional with a constant, !=", #Predicate { $0.former != berth }) { $0.former != berth },
            ValueCase("behind a chain", #Predicate { $0.skipper?.home == $0.berth }) { $0.skipper?.home == $0.berth },
            ValueCase("optional behind a chain", #Predicate { $0.skipper?.second == nil }) {
                $0.skipper?.second == nil
            },
            ValueCase("two behind chains", #Predicate { $0.skipper?.second == $0.skipper?.home }) {
                $0.skipper?.second == $0.skipper?.home
            },
            ValueCase("behind !", #Predicate { $0.skipper!.second == nil }) { $0.skipper.map { $0.second == nil } },
            ValueCase("member behind !", #Predicate { $0.former!.number == nil }) {
                $0.former.map { $0.number == nil }
            },
            ValueCase("?? of composites", #Predicate { ($0.former ?? $0.berth).number == 1 }) {
                ($0.former ?? $0.berth).number == 1
            },
            ValueCase("member of a member", #Predicate { $0.berth.spot.y == 3 }) { $0.berth.spot.y == 3 },
            ValueCase("member as a whole", #Predicate { $0.berth.spot == spot }) { $0.berth.spot == spot },
            ValueCase("member behind ?, deep", #Predicate { $0.former?.spot.x == 0 }) { $0.former?.spot.x == 0 },
            ValueCase("payload", #Predicate { $0.load == grain }) { $0.load == grain },
            ValueCase("payload with labels", #Predicate { $0.load == crates }) { $0.load == crates },
            ValueCase("two payloads", #Predicate { $0.spare == $0.load }) { $0.spare == $0.load },
            ValueCase("raw value", #Predicate { $0.mood.rawValue == "wild" }) { $0.mood.rawValue == "wild" },
            ValueCase("raw value's text", #Predicate { $0.mood.rawValue.contains("d") }) {
                $0.mood.rawValue.contains("d")
            },
            ValueCase("raw value, optional", #Predicate { $0.past?.rawValue != "wild" }) {
                $0.past?.rawValue != "wild"
            },
            ValueCase("two enums", #Predicate { $0.past == $0.mood }) { $0.past == $0.mood },
        ]
    }

    static var casts: [ValueCase] {
        [
            ValueCase("is", #Predicate { $0.skipper is Officer }) { $0.skipper is Officer },
            ValueCase("as? and a chain", #Predicate { ($0.skipper as? Officer)?.rank == 3 }) {
                ($0.skipper as? Officer)?.rank == 3
            },
            ValueCase("as? and an optional", #Predicate { ($0.skipper as? Officer)?.title == nil }) {
                ($0.skipper as? Officer)?.title == nil
            },
            ValueCase("as? == nil", #Predicate { ($0.skipper as? Officer) == nil }) {
                ($0.skipper as? Officer) == nil
            },
            ValueCase("as? and a to-one", #Predicate { ($0.mate as? Officer)?.mentor?.name == "Ada" }) {
                ($0.mate as? Officer)?.mentor?.name == "Ada"
            },
            ValueCase("as!", #Predicate { ($0.skipper as! Officer).title == nil }) {
                ($0.skipper as? Officer).map { $0.title == nil }
            },
        ]
    }
}
