import SwiftData

extension Demo {
    func importPlaces(_ book: TripBook) throws {
        let table: ZoneTable
        if FileManager.default.fileExists(atPath: zones.path) {
            heading("Imported \(zones.path)")
            table = try ZoneTable(contentsOf: zones)
        } else {
            heading("There is no \(zones.path), so imported the few places that the demo brings")
            table = ZoneTable(Data(Self.fewZones.utf8))
        }
        let start = ContinuousClock.now
        let result = try book.importPlaces(table)
        let duration = (ContinuousClock.now - start).formatted(.units(allowed: [.milliseconds]))
        printLines(["\(result.added) added, \(result.changed) changed, \(result.unchanged) unchanged, in \(duration)"])
        printLines(table.badLines.prefix(3).map { "left out \($0)" })
        try check(book.counts().places >= table.rows.count, "every line became a place")
    }

    func addTrips(_ book: TripBook) throws {
        heading("Added trips with bucket lists and an accommodation")
        for plan in Self.plans {
            let trip = try book.add(
                name: plan.name,
                destination: plan.destination,
                startDate: day(plan.month, plan.day, yearsAhead: plan.yearsAhead),
                endDate: day(plan.month, plan.day + 6, yearsAhead: plan.yearsAhead)
            )
            for item in plan.items {
                try book.plan(item, on: trip, isDone: plan.yearsAhead < 0)
            }
            if let stay = plan.stay {
                try book.edit(trip, TripBook.Edit(stay: stay))
            }
            printLines([TripText.line(trip)])
        }
    }

    private struct Plan {
        var name: String
        var destination: String
        var yearsAhead: Int
        var month: Int
        var day: Int
        var items: [String] = []
        var stay: String?
    }

    private static let plans = [
        Plan(
            name: "Midsummer",
            destination: "Helsinki",
            yearsAhead: -1,
            month: 6,
            day: 18,
            items: ["Suomenlinna", "A public sauna"],
            stay: "A cabin by the sea"
        ),
        Plan(
            name: "São João",
            destination: "Lisbon",
            yearsAhead: -1,
            month: 6,
            day: 21,
            items: ["Grilled sardines"]
        ),
        Plan(
            name: "Cherry blossom",
            destination: "Tokyo",
            yearsAhead: 1,
            month: 3,
            day: 24,
            items: ["Ueno park", "Tsukiji", "Mount Takao"],
            stay: "A ryokan in Asakusa"
        ),
        Plan(
            name: "Carnival",
            destination: "Sao Paulo",
            yearsAhead: 1,
            month: 2,
            day: 5,
            items: ["Samba school"]
        ),
        Plan(name: "Penguins", destination: "Stanley", yearsAhead: 1, month: 11, day: 20),
    ]

    private static let fewZones = """
        AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires
        BR\t-2332-04637\tAmerica/Sao_Paulo
        CH,DE,LI\t+4723+00832\tEurope/Zurich
        FI,AX\t+6010+02458\tEurope/Helsinki
        FK\t-5142-05751\tAtlantic/Stanley
        JP,AU\t+353916+1394441\tAsia/Tokyo
        PT\t+3843-00908\tEurope/Lisbon

        """
}
