extension Schema {
    /// A semantic version of three parts.
    public struct Version: Codable, Hashable, Sendable {
        /// The first part.
        public let major: Int
        /// The second part.
        public let minor: Int
        /// The third part.
        public let patch: Int

        /// Creates a version of three parts.
        ///
        /// Differs from Apple's: a negative part counts as zero instead of trapping.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = max(0, major)
            self.minor = max(0, minor)
            self.patch = max(0, patch)
        }
    }
}

extension Schema.Version: Comparable {
    /// Compares the parts in order.
    public static func < (lhs: Schema.Version, rhs: Schema.Version) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}

extension Schema.Version: CustomStringConvertible {
    /// The parts, separated by dots.
    public var description: String { "\(major).\(minor).\(patch)" }
}

extension Schema.Version {
    /// Reads a version such as `1.2.3` or `v2`. A part that is missing or not a number is zero.
    package init(parsing text: String) {
        let parts = text.drop { !$0.isNumber }.split(separator: ".").prefix(3).map { Int($0) ?? 0 }
        self.init(parts.first ?? 0, parts.dropFirst().first ?? 0, parts.dropFirst(2).first ?? 0)
    }
}
