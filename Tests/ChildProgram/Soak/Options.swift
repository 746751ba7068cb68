/// The number behind an option.
func option(_ name: String) -> Double? {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
    return Double(arguments[place + 1])
}
