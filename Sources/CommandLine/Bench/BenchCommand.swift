import ArgumentParser
import CAllocations
import Cartouche
import Foundation

/// `cartouche bench`: draws a benchmark scene again and again in memory and prints one line of figures.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Times the drawing of a benchmark scene, in memory.",
    discussion: """
      Prints: cartouche SCENE W H median MS min MS frames N written BYTES allocations N
      Milliseconds, bytes and allocations are for one frame, after warm-up. Everything is done anew each frame: recording, flattening, \
      stroking, binning, coverage, paint and the write of every pixel.
      """)

  @Argument(help: "A benchmark scene, FILE.scn.", completion: .file(extensions: ["scn"]))
  var scene: String

  @Option(help: ArgumentHelp("How many threads draw (default: one a processor).", valueName: "n"), transform: Arguments.threads)
  var threads: Int?

  @Option(help: "Frames to time; default: as many as fit in about a second, at least 5.")
  var frames: Int?

  @Option(help: ArgumentHelp("Also write the first frame, as .png or .ppm.", valueName: "path"))
  var dumpFrame: String?

  func validate() throws {
    try FrameFile.validate(dumpFrame)
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames \(frames): give 1 to 1000000") }
  }

  func run() throws {
    if let dumpFrame, dumpFrame != "-" { try WholeFile.check(dumpFrame) }
    let bytes = try WholeFile.read(scene, limit: 1 << 30)
    let loaded: BenchmarkScene
    do {
      loaded = try BenchmarkScene(bytes)
    } catch {
      throw Failure("\(scene): \(error)")
    }
    let size = loaded.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: size.width * size.height * 4)
    let target = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888)
    let workers = ThreadPool(count: threads ?? ProcessInfo.processInfo.activeProcessorCount)
    let renderer = Renderer()
    var list = DisplayList()
    var written = 0
    func frame() {
      list.removeAll()
      loaded.record(into: &list)
      written = renderer.draw(list, into: target, damage: [PixelRect(size)], workers: workers).bytesWritten
    }
    frame()
    if let dumpFrame { try FrameFile.write(Picture(copying: target), to: dumpFrame) }
    let clock = ContinuousClock()
    let first = clock.measure(frame).milliseconds
    let count = frames ?? max(5, min(2000, Int(1000 / max(first, 0.001))))
    var times = [Double](repeating: 0, count: count)
    let before = cartouche_allocations()
    for index in 0..<count { times[index] = clock.measure(frame).milliseconds }
    let allocations = (cartouche_allocations() - before) / UInt64(count)
    times.sort()
    let name = URL(fileURLWithPath: scene).deletingPathExtension().lastPathComponent.split(separator: "_").first ?? "scene"
    try printToStandardOutput(
      "cartouche \(name) \(size.width) \(size.height) median \(String(format: "%.4f", times[count / 2])) "
        + "min \(String(format: "%.4f", times[0])) frames \(count) written \(written) allocations \(allocations)")
  }
}

extension Duration {
  fileprivate var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
