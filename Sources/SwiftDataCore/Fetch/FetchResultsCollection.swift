/// The results of a batched fetch, whose models load a batch at a time when they are asked for.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// A place in the results.
    public typealias Index = Int
    /// All places.
    public typealias Indices = Range<Int>
    /// Iterates over the results in order.
    public typealias Iterator = IndexingIterator<FetchResultsCollection<Element>>
    /// A part of the results.
    public typealias SubSequence = Slice<FetchResultsCollection<Element>>

    private let count_: Int
    private let batches: Batches

    /// The batch that was loaded last.
    private final class Batches {
        let load: (Int) -> (range: Range<Int>, elements: [Element])
        var range = 0..<0
        var elements: [Element] = []

        init(load: @escaping (Int) -> (range: Range<Int>, elements: [Element])) { self.load = load }
    }

    /// - Parameter load: Loads the elements of a range, which has at most `batchSize` positions.
    package init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        let size = Swift.max(batchSize, 1)
        count_ = count
        batches = Batches { position in
            let start = position / size * size
            let range = start..<Swift.min(start + size, count)
            return (range, load(range))
        }
    }

    /// A collection of models that are in memory already.
    package init(_ elements: [Element]) { self.init(ChunkedArray(elements)) }

    init(_ elements: ChunkedArray<Element>) {
        count_ = elements.count
        batches = Batches { (elements.rangeOfChunk(at: $0), elements.elementsOfChunk(at: $0)) }
    }

    /// The position of the first result.
    public var startIndex: Int { 0 }
    /// The position after the last result.
    public var endIndex: Int { count_ }

    /// The result at a position. Loads its batch when that is not the one loaded last.
    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < count_, "FetchResultsCollection: index out of range")
        if !batches.range.contains(position) {
            (batches.range, batches.elements) = batches.load(position)
        }
        return batches.elements[position - batches.range.lowerBound]
    }
}
