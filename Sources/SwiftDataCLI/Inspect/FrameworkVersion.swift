/// The systems that a version of Apple's framework came with, as far as they are known from files.
enum FrameworkVersion {
    static func system(_ version: Int64) -> String? {
        switch version {
        case 600..<700: "iOS 9"
        case 1000..<1100: "iOS 14"
        case 1244..<1300: "iOS 16"
        case 1300..<1400: "iOS 17 or macOS 14"
        case 1400..<1500: "iOS 18 or macOS 15"
        case 1500..<1600: "iOS 26 or macOS 26"
        default: nil
        }
    }
}
