import TestSupport
import Testing

#if os(Linux)
    /// The program that serves a load like a server's, for a moment.
    @Suite(.timeLimit(.minutes(30))) struct SoakTests {
        private func run(_ options: String...) async throws -> (lines: [String], status: Int32) {
            let (output, status) = try await ChildProgram.runAside("soak", options)
            return (output.split(separator: "\n").map(String.init), status >> 8)
        }

        @Test func nothingIsLostAndNoBoundIsPassed() async throws {
            let (lines, status) = try await run("--seconds", "3")
            let row = try #require(lines.last).split(separator: "|")
            #expect(row.count == 5 && row.prefix(2) == ["row", "soak"] && row.suffix(2) == ["0", "0"], "\(lines)")
            #expect((row.count > 2 ? Int(row[2]) ?? 0 : 0) > 0)
            #expect(status == 0)
        }

        /// A megabyte of each request, of which a few hundred are enough.
        @Test func memoryThatRequestsKeepIsFound() async throws {
            let (lines, status) = try await run(
                "--seconds",
                "12",
                "--requests",
                "400",
                "--kept",
                "1000000",
                "--memory",
                "1000000"
            )
            #expect(lines.contains { $0.hasPrefix("soak: growth of allocated bytes: ") }, "\(lines)")
            #expect(lines.last?.hasSuffix("|1|0") == true, "\(lines)")
            #expect(status == 1)
        }

        @Test func aBoundThatIsPassedIsNamed() async throws {
            let (lines, status) = try await run("--seconds", "2", "--memory", "1")
            let named = lines.filter { $0.hasPrefix("soak: resident memory in bytes: ") }
            #expect(named.contains { $0.hasSuffix(", at most 1048576") }, "\(lines)")
            #expect(lines.last?.hasSuffix("|0") == true && lines.last?.hasSuffix("|0|0") == false)
            #expect(status == 1)
        }
    }
#endif
