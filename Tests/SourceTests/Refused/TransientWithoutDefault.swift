import SwiftData

@Model
final class Trip {
    var name = ""
    @Transient var isOpen: Bool  // expect-error: @Transient requires a default value for 'isOpen', which is not stored
    @Transient let kept: Int?  // expect-error: @Transient requires a default value for 'kept', which is not stored
    @Transient var fine: Int?

    init() {
        isOpen = false
        kept = nil
    }
}
