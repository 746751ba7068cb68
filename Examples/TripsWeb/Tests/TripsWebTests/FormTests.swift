import Foundation
import Testing
import TripsKit
import TripsWeb

@Suite struct FormTests {
    private func body(_ parts: String...) -> Data {
        Data((parts.map { "--B\r\n\($0)\r\n" }.joined() + "--B--\r\n").utf8)
    }

    @Test func aMultipartBodyHasItsFieldsAndTheBytesOfItsFile() throws {
        var data = body("Content-Disposition: form-data; name=\"csrf\"\r\n\r\nabc")
        data.removeLast(7)
        data += Data("--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"../../a.png\"\r\n".utf8)
        data += Data("Content-Type: image/png\r\n\r\n".utf8) + Data([0, 13, 10, 45, 45, 67, 255])
        data += Data("\r\n--B--\r\n".utf8)
        let form = try #require(MultipartForm(data, boundary: "B"))
        #expect(form.values == ["csrf": "abc"])
        #expect(form.file == Data([0, 13, 10, 45, 45, 67, 255]))
    }

    @Test func aBodyThatIsCutOffOrHasManyPartsIsNoForm() throws {
        let whole = body("Content-Disposition: form-data; name=\"a\"\r\n\r\n1")
        #expect(MultipartForm(whole, boundary: "B") != nil)
        #expect(MultipartForm(whole, boundary: "C") == nil)
        #expect(MultipartForm(whole, boundary: String(repeating: "B", count: 71)) == nil)
        for length in 0..<(whole.count - 3) { #expect(MultipartForm(whole.prefix(length), boundary: "B") == nil) }
        let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        #expect(MultipartForm(Data((String(repeating: part, count: 40) + "--B--").utf8), boundary: "B") == nil)
        #expect(MultipartForm(body("Content-Type: text/plain\r\n\r\n1"), boundary: "B") == nil)
    }

    @Test func allThatIsWrongWithATripIsSaidAtItsFields() throws {
        var form = TripForm()
        form.start.value = "2027-02-30"
        form.end.value = "2027-03-01"
        form.address.value = "Field 1"
        let errors = #expect(throws: FormErrors.self) { _ = try form.plan() }
        #expect(Set(try #require(errors).messages.keys) == ["name", "destination", "start", "stay"])
        form.start.value = "2027-03-02"
        let second = #expect(throws: FormErrors.self) { _ = try form.plan() }
        #expect(try #require(second).messages["end"] == "A trip cannot end before it starts.")
    }

    @Test func anEditTakesWhatWasChangedInTheFormAndLeavesTheRest() throws {
        let trip = Trip(
            name: "Away",
            destination: "Lisbon",
            startDate: try Day.date("2027-04-01"),
            endDate: try Day.date("2027-04-08")
        )
        var form = TripForm(trip)
        form.name.value = "Far away"
        trip.destination = "Porto"
        let edit = try form.edit(of: TripForm(trip))
        #expect(edit.name == "Far away" && edit.destination == nil && edit.startDate == nil && edit.notes == nil)
        trip.name = "Not so far"
        let crossed = #expect(throws: FormErrors.self) { _ = try form.edit(of: TripForm(trip)) }
        #expect(try #require(crossed).messages["name"]?.contains("Not so far") == true)
        #expect(try #require(crossed).newer == ["name": "Not so far"])
        // Who has seen it and saves again replaces it.
        form.name.was = "Not so far"
        #expect(try form.edit(of: TripForm(trip)).name == "Far away")
    }

    @Test func textIsTakenWithoutControlCharactersAndTheSpacesAroundIt() {
        #expect(Field.clean("  a\u{0}b\u{7}\r\nc ", isLong: false) == "abc")
        #expect(Field.clean(" a\r\nb\u{1b}[0m\n ", isLong: true) == "a\nb[0m")
        #expect(Field.clean("\u{202E}שלום <script>", isLong: false) == "\u{202E}שלום <script>")
    }

    @Test func aPictureIsKnownByItsFirstBytes() {
        #expect(PictureKind(Data([0xFF, 0xD8, 0xFF, 0xE0])) == .jpeg)
        #expect(PictureKind(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) == .png)
        #expect(PictureKind(Data("RIFF....WEBPVP8 ".utf8)) == .webp)
        #expect(PictureKind(Data("GIF89a".utf8)) == .gif)
        #expect(PictureKind(Data("<svg onload='alert(1)'>".utf8)) == nil)
        #expect(PictureKind(Data("<!doctype html>".utf8)) == nil)
        #expect(PictureKind(Data()) == nil)
    }
}
