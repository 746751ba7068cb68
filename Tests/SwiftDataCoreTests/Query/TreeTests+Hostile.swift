import Foundation
import SwiftDataCore
import Testing

/// Input that is no tree, whatever its origin.
struct HostileTreeTests {
    private static let one = #"{"node":"value","integer":1}"#
    private static let deep = 10_000

    private func decode(_ text: String) throws -> QueryNode {
        try JSONDecoder().decode(QueryNode.self, from: Data(text.utf8))
    }

    @Test(
        "Malformed input is a decoding error",
        arguments: [
            "", "null", "[]", "1", "{}", #"{"node":null}"#, #"{"node":"nothing"}"#, #"{"node":["value"]}"#,
            #"{"node":"value"}"#, #"{"node":"value","integer":1,"string":"x"}"#,
            #"{"node":"value","integer":9223372036854775808}"#, #"{"node":"value","double":"nan"}"#,
            #"{"node":"value","uuid":"no"}"#, #"{"node":"value","decimal":"1x"}"#, #"{"node":"value","identifier":{}}"#,
            #"{"node":"value","object":1}"#,
            #"{"node":"list","values":[{}]}"#, #"{"node":"logic"}"#, #"{"node":"logic","and":[],"or":[]}"#,
            #"{"node":"logic","xor":[]}"#, #"{"node":"comparison","op":"like","lhs":\#(one),"rhs":\#(one)}"#,
            #"{"node":"comparison","op":"equal","lhs":\#(one)}"#, #"{"node":"unsupported","description":"x"}"#,
            #"{"node":"collection","count":{"_0":\#(one)},"isEmpty":{"_0":\#(one)}}"#,
            #"{"node":"arithmetic","binary":{"_0":"add","_1":"int7","_2":\#(one),"_3":\#(one)}}"#,
            #"{"node":"property","base":\#(one),"name":"x","role":"none"}"#,
            String(repeating: #"{"node":"logic","not":"#, count: deep) + one + String(repeating: "}", count: deep),
            String(repeating: #"{"node":"identifier","of":"#, count: deep) + one + String(repeating: "}", count: deep),
            String(repeating: #"{"node":"value","composite":["#, count: deep) + String(repeating: "]}", count: deep),
            String(repeating: #"{"node":"logic","not":"#, count: deep),
        ]
    )
    func malformed(_ text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    @Test("What is no condition matches nothing and ends nothing")
    func meaningless() throws {
        let name = #"{"node":"property","base":{"node":"variable","number":0},"name":"name","role":"attribute"}"#
        let texts = [
            #"{"node":"variable","number":7}"#, #"{"node":"list","values":[]}"#, name,
            #"{"node":"property","base":{"node":"variable","number":0},"name":"nothing","role":"toMany"}"#,
            #"{"node":"arithmetic","binary":{"_0":"add","_1":"int8","_2":\#(name),"_3":\#(Self.one)}}"#,
            #"{"node":"collection","element":{"_0":\#(name),"index":\#(Self.one)}}"#,
            #"{"node":"cast","op":"forced","operand":\#(Self.one),"entityName":"Voyage"}"#,
            #"{"node":"text","matches":{"_0":\#(name),"pattern":"("}}"#,
        ]
        for text in texts {
            var evaluator = QueryEvaluator(try decode(text))
            let matches = evaluator.matches(ModelRow(Fleet().voyages[0]))
            #expect(!matches, "\(text)")
            #expect(evaluator.firstFailure != nil, "\(text)")
        }
    }
}
