import SwiftData
import Testing

/// Relationships of new models that turn out to be stored ones.
@Suite struct RelationshipUpsertTests {
    @Test(arguments: Medium.allCases)
    func toOneRelationshipsAreTheNewcomersAndToManyAreUnited(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A")
        let (north, south) = (Region("north"), Region("south"))
        old.region = north
        old.lines = [Line("1"), Line("2")]
        old.platforms = [Platform(1, length: 100)]
        old.photos = [Photo("hall")]
        try railway.save(old, south)
        let newcomer = Station("A")
        newcomer.region = south
        newcomer.lines = [Line("3"), Line("2")]
        newcomer.platforms = [Platform(2, length: 200)]
        newcomer.photos = [Photo("roof")]
        try railway.save(newcomer)
        #expect(old.region === south)
        #expect(north.stations.isEmpty)
        #expect(south.stations.map { $0 === old } == [true])
        #expect(old.lines.map(\.name) == ["1", "3", "2"])
        #expect(old.platforms.map(\.number) == [1, 2])
        #expect(old.photos.map(\.title) == ["hall", "roof"])
        try railway.check()
        try railway.save(Station("A"))
        #expect(old.region == nil)
        #expect(south.stations.isEmpty)
        #expect(old.lines.count == 3)
        #expect(old.platforms.count == 2)
        #expect(old.photos.count == 2)
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func theFormerPartnerOfAOneToOneRelationshipIsReleased(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A")
        let (ada, bob) = (Manager("Ada"), Manager("Bob"))
        old.manager = ada
        try railway.save(old)
        let newcomer = Station("A")
        newcomer.manager = bob
        try railway.save(newcomer)
        #expect(old.manager === bob)
        #expect(bob.station === old)
        #expect(ada.station == nil)
        try railway.check()
        let other = Station("B")
        other.manager = ada
        try railway.save(other)
        let taking = Station("A")
        taking.manager = ada
        try railway.save(taking)
        #expect(old.manager === ada)
        #expect(other.manager == nil)
        #expect(bob.station == nil)
        try railway.check()
        try railway.save(Station("A"))
        #expect(old.manager == nil)
        #expect(ada.station == nil)
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func aChainOfClashesIsFollowed(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let region = Region("north", area: 1)
        let old = Station("A", name: "old")
        old.region = region
        old.platforms = [Platform(1, length: 100)]
        try railway.save(old)
        let newStation = Station("A", name: "new")
        newStation.region = Region("north", area: 2)
        newStation.lines = [Line("1")]
        let platform = Platform(1, length: 111, station: newStation)
        try railway.save(platform, Platform(2, length: 222, station: newStation))
        #expect(region.area == 2)
        #expect(old.name == "new")
        #expect(old.region === region)
        #expect(Set(old.platforms.map(\.length)) == [111, 222])
        #expect(platform.station === old)
        #expect(try railway.context.fetchCount(FetchDescriptor<Platform>()) == 2)
        try railway.check()
        let again = Line("1")
        let station = Station("A", name: "newer")
        again.stations = [station, Station("B")]
        try railway.save(again)
        #expect(old.name == "newer")
        #expect(old.region == nil)
        #expect(try railway.context.fetch(FetchDescriptor<Line>()).map(\.stations.count) == [2])
        try railway.check()
    }

    /// The platforms are inserted first, and what their station is decides whether they clash.
    @Test(arguments: Medium.allCases)
    func aCompoundConstraintThroughANewDestinationThatClashesItself(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A")
        let stored = Platform(7, length: 1, station: old)
        try railway.save(stored)
        let platform = Platform(7, length: 2)
        railway.context.insert(platform)
        platform.station = Station("A")
        try railway.context.save()
        #expect(stored.length == 2)
        #expect(platform.persistentModelID == stored.persistentModelID)
        #expect(old.platforms.map { $0 === stored } == [true])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func aStoredRowThatFollowsTheNewcomerIntoAClashIsRefused(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A")
        let stored = Platform(7, length: 1, station: old)
        let loose = Platform(7, length: 2)
        try railway.save(stored, loose)
        let newcomer = Station("A", name: "new")
        railway.context.insert(newcomer)
        loose.station = newcomer
        let error = #expect(throws: StoreError.self) { try railway.context.save() }
        #expect(error?.code == .constraint)
        #expect(loose.station === newcomer)
        #expect(old.name.isEmpty)
        loose.number = 8
        try railway.context.save()
        #expect(loose.station === old)
        #expect(old.name == "new")
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func unitedMembersThatAreTooManyAreRefused(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let line = Line("1")
        line.stations = [Station("A"), Station("B"), Station("C")]
        try railway.save(line)
        let newcomer = Line("1")
        newcomer.stations = [Station("C"), Station("D"), Station("E")]
        railway.context.insert(newcomer)
        let error = #expect(throws: StoreError.self) { try railway.context.save() }
        #expect(error?.code == .validation)
        #expect(error?.propertyName == "stations")
        newcomer.stations.removeLast()
        railway.context.rollback()
        let fitting = Line("1")
        fitting.stations = [Station("C"), Station("D")]
        try railway.save(fitting)
        #expect(line.stations.map(\.code) == ["A", "B", "C", "D"])
        try railway.check()
    }

    @Test(arguments: Medium.allCases)
    func otherContextsSeeTheValuesAndTheRelationships(_ medium: Medium) throws {
        let railway = try Railway(medium)
        let old = Station("A", name: "old", opened: 1)
        let (north, south) = (Region("north"), Region("south"))
        let manager = Manager("Ada")
        old.region = north
        old.manager = manager
        try railway.save(old, south)
        #expect(north.stations.count == 1)
        #expect(south.stations.isEmpty)
        old.opened = 5
        let other = ModelContext(railway.container)
        let newcomer = Station("A", name: "new")
        newcomer.region = try other.fetch(FetchDescriptor<Region>()).first { $0.name == "south" }
        other.insert(newcomer)
        try other.save()
        railway.context.processPendingChanges()
        #expect(old.name == "new")
        #expect(old.opened == 5)
        #expect(old.region === south)
        #expect(old.manager == nil)
        #expect(manager.station == nil)
        #expect(north.stations.isEmpty)
        #expect(south.stations.map { $0 === old } == [true])
        try railway.context.save()
        try railway.check(other)
    }
}
