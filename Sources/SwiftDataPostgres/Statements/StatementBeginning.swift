#if PostgreSQL
import Foundation

extension String {
    /// The text from its first word on, behind comments.
    var behindComments: Substring {
        var rest = self[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*"), let end = rest.range(of: "*/") {
                rest = rest[end.upperBound...]
            } else {
                return rest
            }
        }
    }

    /// The first word, in upper case, behind comments.
    var firstKeyword: String { behindComments.prefix(while: \.isLetter).uppercased() }
}
#endif
