import SwiftData

/// Notes of a text alone.
enum PlainNotes {
    @Model class Note {
        var text: String
        init(text: String) { self.text = text }
    }
}

/// ``PlainNotes`` with an attribute that a migration to them removes.
enum OldNotes {
    @Model class Note {
        var text: String
        var old: Int = 1
        init(text: String) { self.text = text }
    }
}
