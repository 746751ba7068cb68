import SwiftDataCore

/// The code of the ``StoreError`` that the body throws, or nil.
func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}
