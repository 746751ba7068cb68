// Properties under conditional compilation.
public import SwiftData

@Model
public final class Build {
    public var name: String
    #if os(Linux) || os(Windows) || os(Android)
        public var kernel: String
    #else
        public var signature: Int
    #endif
    public var number = 1
    #if NEVER_DEFINED
        public var never: String
    #else
        #if true
            @Attribute(.unique) public var commit: String
        #endif
    #endif
    public var last: Int?

    public init(name: String, commit: String) {
        self.name = name
        #if os(Linux) || os(Windows) || os(Android)
            kernel = "\(name) kernel"
        #else
            signature = 0
        #endif
        #if NEVER_DEFINED
            never = ""
        #endif
        self.commit = commit
    }
}
