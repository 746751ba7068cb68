extension Limits {
    static let release: [Work: Limit] = [:]
}
