import SwiftDataSyncCore
import Testing

@Suite struct DeviceClockTests {
    private static let day: UInt64 = 86_400_000

    @Test func timesGrowWhileTheWallClockStandsOrGoesBack() throws {
        var clock = DeviceClock(device: DeviceNumber(7))
        var last = try clock.tick(now: 1_000_000)
        for now: UInt64 in [1_000_000, 1_000_000, 999_000, 5, 1_000_001] {
            let next = try clock.tick(now: now)
            #expect(last < next)
            last = next
        }
        #expect(last.milliseconds == 1_000_001 && last.counter == 0)
    }

    @Test func timesGrowOverARestart() throws {
        var clock = DeviceClock(device: DeviceNumber(7))
        let before = try clock.tick(now: 2_000)
        var restarted = DeviceClock(device: clock.device, last: clock.last)
        #expect(try restarted.tick(now: 1) > before)
    }

    @Test func aCounterThatOverflowsCarriesIntoTheMilliseconds() throws {
        let full = HybridClock(milliseconds: 5, counter: .max, device: DeviceNumber(7))
        var clock = DeviceClock(device: full.device, last: full.time)
        let next = try clock.tick(now: 5)
        #expect(next.milliseconds == 6 && next.counter == 0 && full < next)
    }

    @Test func aClockThatArrivesIsFollowed() throws {
        var clock = DeviceClock(device: DeviceNumber(1))
        let arrived = HybridClock(10_000, 2)
        let isFollowed = clock.observe(arrived, now: 9_000)
        #expect(isFollowed)
        #expect(try clock.tick(now: 9_000) > arrived)
    }

    @Test func aClockADayAheadMovesNoOtherClock() throws {
        var clock = DeviceClock(device: DeviceNumber(1))
        let ahead = HybridClock(1_000_000 + Self.day, 2)
        let isFollowed = clock.observe(ahead, now: 1_000_000)
        #expect(!isFollowed)
        // An edit that replaces the value is later; the next edit of another value is at the wall clock.
        let replacing = try clock.tick(now: 1_000_000, after: ahead)
        #expect(replacing > ahead && replacing.device == DeviceNumber(1))
        #expect(try clock.tick(now: 1_000_001).milliseconds == 1_000_001)
    }

    @Test func aDeviceReturnsToItsWallClockWhenAsked() throws {
        var clock = DeviceClock(device: DeviceNumber(1))
        let wrong = try clock.tick(now: 1_000_000 + Self.day)
        #expect(try clock.tick(now: 1_000_000) > wrong)
        clock.returnToWallClock(now: 1_000_000)
        #expect(try clock.tick(now: 1_000_000).milliseconds == 1_000_000)
        let near = clock
        clock.returnToWallClock(now: 999_000)
        #expect(clock == near)
    }

    @Test func theGreatestTimeIsAnErrorAndNoTrap() throws {
        let device = DeviceNumber(1)
        var clock = DeviceClock(device: device)
        let greatest = HybridClock(time: .max, device: device)
        #expect(throws: SyncCoreError.self) { try clock.tick(now: 1, after: greatest) }
        #expect(try clock.tick(now: 1).milliseconds == 1)
        var full = DeviceClock(device: device, last: .max)
        #expect(throws: SyncCoreError.self) { try full.tick(now: .max) }
        let isFollowed = full.observe(greatest, now: .max)
        #expect(isFollowed)
    }

    @Test func equalTimesAreOrderedByDevice() {
        #expect(HybridClock(5, 1) < HybridClock(5, 2))
        #expect(HybridClock(5, 9) < HybridClock(6, 1))
        #expect(HybridClock(milliseconds: .max, device: DeviceNumber(1)).milliseconds == 0xFFFF_FFFF_FFFF)
    }
}
