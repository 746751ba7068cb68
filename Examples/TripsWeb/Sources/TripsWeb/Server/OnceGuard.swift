import Hummingbird

/// Lets the work of a form be done once, although the form is sent twice: by a double click, or by a browser that tries
/// again.
///
/// The second request waits for the first one and gets its answer. A form that was not taken may be sent again, and so may
/// one with something else in it, as after going back in the browser.
actor OnceGuard {
    private struct Entry {
        /// The form that was taken last, without its file, its hash with it, and the answer.
        var taken: (form: SentForm, hash: Int, answer: Response)?
        /// The requests that wait for one that is being worked on; nil while none is.
        var waiting: [CheckedContinuation<Void, Never>]?
    }

    /// The next step for a form.
    enum Assignment {
        /// Nothing: the answer of the same form.
        case answer(Response)
        /// The work, and then a call of ``end(_:_:with:)``. Before this form, another one was taken from the same page.
        case work(after: SentForm?)
    }

    private var entries: [String: Entry] = [:]
    /// The keys of the forms that were taken, the oldest first.
    private var order: [String] = []

    /// The answers that are kept, the latest ones.
    private static let most = 1_000

    func begin(_ key: String, _ form: SentForm) async -> Assignment {
        while true {
            var entry = entries[key] ?? Entry()
            if let waiting = entry.waiting {
                await withCheckedContinuation {
                    entry.waiting = waiting + [$0]
                    entries[key] = entry
                }
                continue
            }
            if let taken = entry.taken, taken.hash == form.hashValue { return .answer(taken.answer) }
            entry.waiting = []
            entries[key] = entry
            return .work(after: entry.taken?.form)
        }
    }

    /// The work is done, or was not taken: then there is no answer to keep.
    func end(_ key: String, _ form: SentForm, with answer: Response?) {
        guard var entry = entries[key] else { return }
        for waiter in entry.waiting ?? [] { waiter.resume() }
        entry.waiting = nil
        if let answer {
            if entry.taken == nil { order.append(key) }
            entry.taken = (form.withoutFile, form.hashValue, answer)
        }
        entries[key] = entry.taken == nil ? nil : entry
        guard order.count > Self.most else { return }
        let oldest = order.removeFirst()
        entries[oldest]?.taken = nil
        if entries[oldest]?.waiting == nil { entries[oldest] = nil }
    }
}
