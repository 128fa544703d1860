import CartoucheLinux
import Foundation
import Testing

/// A pipe that nobody reads unless the test does.
private struct UnreadPipe: ~Copyable {
  let (output, input): (Int32, Int32)

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (output, input) = (ends[0], ends[1])
  }

  /// Reads what is in the pipe.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Foundation.read(output, &bytes, bytes.count)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }

  deinit {
    close(output)
    close(input)
  }
}

@Suite("Standard error that nobody reads", .serialized)
struct StandardErrorTests {
  @Test("lines that find no room in a pipe are lost, and the next line says how many", .timeLimit(.minutes(1)))
  func fullPipe() throws {
    let pipe = try UnreadPipe()
    FileIO.makeNonblocking(pipe.input)
    // 64 KiB is the capacity of a pipe.
    for number in 0..<1000 { FileIO.writeLine("\(number) " + String(repeating: "x", count: 994), to: pipe.input) }
    let lines = pipe.read().split(separator: "\n")
    #expect(lines.count > 10 && lines.count < 100)
    #expect(lines.allSatisfy { $0.hasSuffix("xxx") })
    FileIO.writeLine("again", to: pipe.input)
    #expect(pipe.read() == "(\(1000 - lines.count) lines are missing here, because nobody read them)\nagain\n")
    FileIO.writeLine("and again", to: pipe.input)
    #expect(pipe.read() == "and again\n")
  }

  @Test("another program that writes to the same pipe still waits for its reader")
  func sharedPipe() throws {
    let pipe = try UnreadPipe()
    let other = dup(pipe.input)
    defer { close(other) }
    FileIO.makeNonblocking(pipe.input)
    #expect(fcntl(pipe.input, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(other, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test("a closed pipe neither ends the program nor counts for the next one")
  func closedPipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    FileIO.makeNonblocking(ends[1])
    close(ends[0])
    FileIO.writeLine("nobody reads this", to: ends[1])
    close(ends[1])
    let pipe = try UnreadPipe()
    FileIO.writeLine("read", to: pipe.input)
    #expect(pipe.read() == "(1 lines are missing here, because nobody read them)\nread\n")
  }

  @Test("a socket without room loses lines too", .timeLimit(.minutes(1)))
  func fullSocket() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    FileIO.makeNonblocking(ends[0])
    for _ in 0..<10_000 { FileIO.writeLine(String(repeating: "x", count: 999), to: ends[0]) }
    // Forgets the lines that were lost.
    let pipe = try UnreadPipe()
    FileIO.writeLine("", to: pipe.input)
    #expect(pipe.read().contains("lines are missing here"))
  }

  @Test("a file is left as it is")
  func file() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("errors-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("first\n".utf8).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    FileIO.makeNonblocking(file.fileDescriptor)
    #expect(fcntl(file.fileDescriptor, F_GETFL) & O_NONBLOCK == 0)
    FileIO.writeLine("second", to: file.fileDescriptor)
    #expect(try String(contentsOf: url, encoding: .utf8) == "first\nsecond\n")
  }
}
