public import SwiftData
import SwiftDataCore

extension Schema.Attribute.Option {
    /// The property is the date of the first save of a model.
    ///
    /// An addition to Apple's API. The property is a `Date` or a `Date?`. The first save sets it, in a `Date?` where the
    /// program has given it no date. A batch insertion sets it where a row gives it none.
    public static var createdDate: Self { Self(.createdDate) }

    /// The property is the date of the last save that wrote a model.
    ///
    /// An addition to Apple's API. The property is a `Date` or a `Date?`. Each save of a new or changed model sets it, and
    /// so does a batch update that gives it no other value.
    public static var updatedDate: Self { Self(.updatedDate) }
}
