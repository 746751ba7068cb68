import Foundation

extension QueryPart.Kind {
    package func apply(to value: StoredValue) throws -> Evaluated {
        switch (self, value) {
        case (.secondsSinceReferenceDate, .date(let date)): .value(.double(date.timeIntervalSinceReferenceDate), nil)
        case (.secondsSince1970, .date(let date)): .value(.double(date.timeIntervalSince1970), nil)
        case (.dateSinceReferenceDate, .double(let seconds)):
            .value(.date(Date(timeIntervalSinceReferenceDate: seconds)), nil)
        case (.absoluteString, .url(let url)): .value(.string(url.absoluteString), nil)
        case (.uuidString, .uuid(let uuid)): .value(.string(uuid.uuidString), nil)
        case (_, .null): throw QueryFailure.unexpectedNil
        default: throw QueryFailure.typeMismatch
        }
    }
}

extension QueryCalendarPart {
    package func apply(to value: StoredValue) throws -> Evaluated {
        switch value {
        case .date(let date): .int(calendar.calendar.component(component.component, from: date))
        case .null: throw QueryFailure.unexpectedNil
        default: throw QueryFailure.typeMismatch
        }
    }
}
