import Hummingbird

/// The reason why a request failed, as the person is told.
enum WebError: Error, Equatable {
    /// Something that was deleted meanwhile, or never was.
    case gone(String)
    /// An undo button that is out of date.
    case newerChange
    /// An undo of something that somebody else has changed since.
    case overtaken
    /// Two people wrote the same at the same moment.
    case crossed
    /// An import while another one is going on.
    case importing
    /// A form that was not made by this page, or is very old.
    case notOurForm
    /// More tabs than the server has streams for.
    case manyTabs
    /// An import while the server ends.
    case ending

    var status: HTTPResponse.Status {
        switch self {
        case .gone: .notFound
        case .newerChange, .overtaken, .crossed, .importing: .conflict
        case .notOurForm: .forbidden
        case .manyTabs, .ending: .serviceUnavailable
        }
    }

    var title: String {
        switch self {
        case .gone(let what): "This \(what) is gone"
        case .newerChange: "There is a newer change"
        case .overtaken: "Somebody has changed this since"
        case .crossed: "Two changes at the same moment"
        case .importing: "An import is going on"
        case .notOurForm: "This form cannot be taken"
        case .manyTabs: "There are too many tabs"
        case .ending: "The server ends"
        }
    }

    var message: String {
        switch self {
        case .gone(let what): "The \(what) was deleted, or there never was one at this address."
        case .newerChange: "Something else was changed since the button was shown. Look again before you undo."
        case .overtaken: "To undo this would undo what somebody else has done since. Nothing was changed."
        case .crossed: "Somebody has changed the same thing in this moment. Nothing was saved; try again."
        case .importing: "Wait until it has ended."
        case .notOurForm: "It has no valid token. Go back, reload the page, and send the form again; allow cookies."
        case .manyTabs: "Close one, and load the page again."
        case .ending: "Try again when it runs again."
        }
    }
}
