import Foundation
import SwiftDataCore

// Without `import SwiftData`, the macro is Foundation's.

/// A predicate for the transactions of an author after a token, as Foundation's macro writes it.
func foundationPredicate(
    after token: DefaultHistoryToken,
    by author: String
) -> Predicate<DefaultHistoryTransaction> {
    #Predicate { transaction in
        (transaction.token > token) && (transaction.author == author)
    }
}
