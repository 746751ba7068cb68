import Foundation

/// The times of clean builds of the same classes, as `BuildTime/measure` reports them.
public struct BuildReport: Codable, Sendable, Equatable {
    public struct Build: Codable, Sendable, Equatable {
        /// The kind of the build: for debugging or for release.
        public var kind: String
        /// By contestant: of each round, the time by the clock on the wall and that of the processors.
        public var seconds: [String: [[Double]]]
    }

    public static let workload = 15
    private static let observable = "@Observable"
    private static let ours = "@Model, release plugin"

    public var models: Int
    public var builds: [Build]

    /// Reads the output of the program.
    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// For each kind of build, what is to be reached.
    var targetsByStep: [(step: String, targets: [Target])] {
        builds.map { build in
            let step = "clean \(build.kind) build of \(models) models"
            var target = Target(
                Self.workload,
                step,
                "÷ \(Self.observable)",
                measured: ratios(build, Self.ours, 0)?.median,
                atMost: 1
            )
            target.least = ratios(build, Self.ours, 0)?.min()
            target.most = ratios(build, Self.ours, 0)?.max()
            target.byProcessorTime = ratios(build, Self.ours, 1)?.median
            return (step, [target])
        }
    }

    var targets: [Target] { targetsByStep.flatMap(\.targets) }

    /// The lines with the times of every contestant, without limits: also of the plugin built for debugging.
    var factLines: [String] {
        builds.flatMap { build in
            build.seconds.keys.sorted().map { name in
                let seconds = (build.seconds[name] ?? []).compactMap(\.first).median
                let ratio = ratios(build, name, 0)?.median ?? .nan
                let step = "clean \(build.kind) build of \(models) models"
                return "| \(Self.workload) | \(step) | \(name) | "
                    + String(format: "%.2f s, %.2f", seconds, ratio) + " of \(Self.observable) | | | |"
            }
        }
    }

    /// Round by round. The column is 0 for the clock on the wall.
    private func ratios(_ build: Build, _ name: String, _ column: Int) -> [Double]? {
        guard let ours = build.seconds[name], let theirs = build.seconds[Self.observable] else { return nil }
        return zip(ours, theirs).compactMap { our, their in
            our.indices.contains(column) && their.indices.contains(column) ? our[column] / their[column] : nil
        }
    }
}
