/// The results of a batched fetch, whose models load a batch at a time when they are asked for.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// A place in the results.
    public typealias Index = Int
    /// All places.
    public typealias Indices = Range<Int>
    /// Goes through the results in order.
    public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>
    /// A part of the results.
    public typealias SubSequence = Slice<FetchResultsCollection<Element>>

    /// The number of results, and the elements of a range of them.
    private let count_: Int
    private let batches: Batches

    private final class Batches {
        let size: Int
        let load: (Range<Int>) -> [Element]
        var range = 0..<0
        var elements: [Element] = []

        init(size: Int, load: @escaping (Range<Int>) -> [Element]) {
            self.size = size
            self.load = load
        }
    }

    package init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        count_ = count
        batches = Batches(size: Swift.max(batchSize, 1), load: load)
    }

    /// A collection of what is in memory already.
    package init(_ elements: [Element]) {
        self.init(count: elements.count, batchSize: elements.count) { Array(elements[$0]) }
        batches.range = elements.indices
        batches.elements = elements
    }

    /// The position of the first result.
    public var startIndex: Int { 0 }
    /// The position after the last result.
    public var endIndex: Int { count_ }

    /// The result at a position. Loads its batch when that is not the one loaded last.
    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < count_, "FetchResultsCollection: index out of range")
        if !batches.range.contains(position) {
            let start = position / batches.size * batches.size
            batches.range = start..<Swift.min(start + batches.size, count_)
            batches.elements = batches.load(batches.range)
        }
        return batches.elements[position - batches.range.lowerBound]
    }
}
