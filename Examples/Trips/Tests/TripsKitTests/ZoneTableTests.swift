import Foundation
import Testing
import TripsKit

@Suite struct ZoneTableTests {
    @Test func aLineBecomesAPlaceWithItsCountriesPositionZoneAndComment() throws {
        let row = try ZoneRow(line: "AE,OM,RE,SC,TF\t+2518+05518\tAsia/Dubai\tCrozet")
        #expect(row.countryCodes == ["AE", "OM", "RE", "SC", "TF"])
        #expect(row.coordinates == Coordinates(latitude: 25 + 18.0 / 60, longitude: 55 + 18.0 / 60))
        #expect(row.zone == "Asia/Dubai")
        #expect(row.comment == "Crozet")
    }

    @Test func thePlacesNameIsTheLastPartOfItsZone() throws {
        let row = try ZoneRow(line: "AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires")
        #expect(row.placeName == "Buenos Aires")
        #expect(row.region == "America")
        #expect(row.comment == nil)
    }

    @Test func positionsWithSecondsAreReadSouthAndWestBeingNegative() {
        let position = Coordinates(iso6709: "-353916-1394441")
        #expect(position?.latitude == -(35 + 39.0 / 60 + 16.0 / 3600))
        #expect(position?.longitude == -(139 + 44.0 / 60 + 41.0 / 3600))
    }

    @Test(arguments: ["", "+4723", "+4763+00832", "+9100+00832", "+4723+18100", "4723x+00832", "+47a3+00832"])
    func aPositionThatDoesNotExistIsRefused(text: String) {
        #expect(Coordinates(iso6709: text) == nil)
    }

    @Test func commentsAndEmptyLinesAreSkippedBadLinesAreNamedByNumber() {
        let text = "# comment\n\nCH\t+4723+00832\tEurope/Zurich\r\nno columns\nxx\t+4723+00832\tEurope/Zurich\n"
        let table = ZoneTable(Data(text.utf8))
        #expect(table.rows.map(\.zone) == ["Europe/Zurich"])
        #expect(table.badLines.map(\.number) == [4, 5])
    }

    @Test func bytesThatAreNotUTF8SpoilTheirOwnLineOnly() {
        var data = Data("CH\t+4723+00832\tEurope/Zurich\n".utf8)
        data.append(contentsOf: [0xFF, 0xFE, 0x0A])
        data.append(Data("FI\t+6010+02458\tEurope/Helsinki\n".utf8))
        let table = ZoneTable(data)
        #expect(table.rows.count == 2)
        #expect(table.badLines.map(\.description) == ["line 2: the line is not UTF-8 text"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: Demo.systemZones.path)))
    func theSystemsOwnTableIsReadWithoutABadLine() throws {
        let table = try ZoneTable(contentsOf: Demo.systemZones)
        #expect(table.rows.count > 250)
        #expect(table.badLines.isEmpty)
    }

    @Test func aFileWithoutAPlaceIsAnErrorThatSaysWhy() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).tab")
        try Data("nothing\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(
            throws: TripError.noPlaces(
                file.path,
                firstProblem: "line 1: expected 3 or 4 columns separated by tabs, found 1"
            )
        ) {
            try ZoneTable(contentsOf: file)
        }
    }
}
