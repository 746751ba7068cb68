/// A fragment before it is rendered. Equal ones are rendered once.
enum FragmentSource: Equatable, Sendable {
    case list(TripListView)
    case head(TripHead)
    case bucket(BucketView)
    case stay(StayView)
    case notes(NotesView)
    case photos(PhotosView)
    case tripChanges(TripChangesView)
    case state(TripState)
    case changes(ChangesView)
    case places(PlacesView)
    case importing(ImportView)
    case undo(UndoView)
    case sync(SyncView)

    /// The id of the element, and the name of the template that makes it.
    var id: String {
        switch self {
        case .list: "list"
        case .head: "head"
        case .bucket: "bucket"
        case .stay: "stay"
        case .notes: "notes"
        case .photos: "photos"
        case .tripChanges: "trip-changes"
        case .state: "state"
        case .changes: "changes"
        case .places: "places"
        case .importing: "importing"
        case .undo: "undo"
        case .sync: "sync"
        }
    }

    /// The values for the template.
    var values: Any {
        switch self {
        case .list(let view): view
        case .head(let view): view
        case .bucket(let view): view
        case .stay(let view): view
        case .notes(let view): view
        case .photos(let view): view
        case .tripChanges(let view): view
        case .state(let view): view
        case .changes(let view): view
        case .places(let view): view
        case .importing(let view): view
        case .undo(let view): view
        case .sync(let view): view
        }
    }
}
