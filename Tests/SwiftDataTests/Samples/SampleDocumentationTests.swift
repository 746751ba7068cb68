import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Club {
    var name: String
    @Relationship(inverse: \ClubMember.club) var members: [ClubMember] = []
    @Relationship(inverse: \ClubMember.visits) var guests: [ClubMember] = []

    init(name: String) { self.name = name }
}

@Model
final class ClubMember {
    var number: Int
    var name: String
    var fee: Decimal
    var club: Club?
    var visits: [Club] = []

    init(number: Int, name: String, fee: Decimal) {
        self.number = number
        self.name = name
        self.fee = fee
    }
}

/// The example of docs/sample-data.md.
@Suite struct SampleDocumentationTests {
    @Test func samples() throws {
        let context = try memoryContext(Club.self, ClubMember.self)
        var samples = SampleData(seed: 7)
        let clubs = samples.make(Club.self, 5, in: context) { random, _ in Club(name: random.words(2)) }
        let members = samples.make(ClubMember.self, 100, in: context) { random, number in
            ClubMember(number: number, name: random.name(), fee: random.decimal(10...90))
        }
        samples.link(members, \.club, to: clubs, missing: 0.1)
        samples.link(clubs, \.guests, to: members, count: 0...3)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<ClubMember>()) == 100)
        #expect(members.count { $0.club == nil } < 30)
        #expect(clubs.allSatisfy { $0.guests.count <= 3 })
        #expect(members.allSatisfy { $0.fee >= 10 && $0.fee <= 90 })
    }
}
