import Glibc

/// A test suite of another project. Its cases are files, and its results are JSON objects that
/// `tools/conformance` compares with the expected results.
protocol ConformanceSuite {
  /// The suite's directory in the shared data, for example `mvt-fixtures`.
  static var name: String { get }

  /// Runs the case in the file at `path`.
  ///
  /// - Returns: The members of the result, with values that are JSON texts.
  static func run(_ path: String) -> [(key: String, value: String)]
}

/// Runs the cases of a suite, for `tools/conformance`: `ConformanceRunner SUITE < PATHS`.
///
/// The standard input has one path a line. For each path, the program prints the path and the case's result
/// as one line of JSON.
@main
struct ConformanceRunner {
  static var suites: [any ConformanceSuite.Type] { [VectorTileSuite.self, StyleExpressionSuite.self, MapRenderingSuite.self] }

  static func main() {
    guard CommandLine.arguments.count == 2, let suite = suites.first(where: { $0.name == CommandLine.arguments[1] }) else {
      print("usage: ConformanceRunner " + suites.map { $0.name }.joined(separator: " | "))
      exit(2)
    }
    while let path = readLine() {
      let members = [("path", JSONText.string(path))] + suite.run(path)
      print("{" + members.map { "\(JSONText.string($0.0)):\($0.1)" }.joined(separator: ",") + "}")
      // If a case ends the program, the results of the cases before it remain.
      fflush(nil)
    }
  }
}
