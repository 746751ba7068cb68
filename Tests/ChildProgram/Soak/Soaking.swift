import Foundation

/// Serves a load like a server's for a time, and checks that what it takes stays within bounds and that nothing is lost:
/// `soak [--seconds N] [--requests N] [--memory MIB] [--kept BYTES]` (120 seconds, one request, and the bound of
/// ``Bounds/memory``).
///
/// With `--requests`, the run is longer where that many have not been served in time, or memory was measured too seldom.
/// With `--kept`, each request keeps that many bytes for ever, which has to be found.
/// The last line is `row|soak|requests|findings|lost`. The status is 1 where a bound was passed or something was lost; each
/// finding has a line that begins with `soak:`.
enum Soaking {
    /// - Returns: The status of the program.
    static func run() async throws -> Int32 {
        // With an arena for each thread, glibc's allocator keeps more memory free than the program uses.
        #if os(Linux)
            if getenv("MALLOC_ARENA_MAX") == nil {
                setenv("MALLOC_ARENA_MAX", "2", 1)
                execv("/proc/self/exe", CommandLine.unsafeArgv)
            }
        #endif
        let inherited = Usage.inherited
        let place = try Place()
        let soak = Soak(
            seconds: option("--seconds") ?? 120,
            requests: option("--requests").map { Int($0) },
            place: place
        )
        let lost: Int
        do {
            lost = try await soak.run()
        } catch {
            soak.tally.found("the run ends with \(error)")
            lost = soak.tally.added
        }
        place.remove()
        say("soak: \(soak.tally.summary); \(inherited) descriptors were inherited")
        say("row|soak|\(soak.tally.done("requests"))|\(soak.tally.findingCount)|\(lost)")
        return soak.tally.findingCount == 0 && lost == 0 ? 0 : 1
    }
}
