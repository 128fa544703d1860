import ArgumentParser
import CAllocations
import Cartouche
import Foundation

/// `cartouche bench`: draws one frame again and again in memory and prints one line of figures.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Times the drawing of a frame, in memory.",
    discussion: """
      Prints: cartouche SCENE W H median MS min MS frames N written BYTES allocations N
      Milliseconds, bytes and allocations are for one frame, after warm-up. Everything is done anew each frame: recording, flattening, \
      stroking, binning, coverage, paint and the write of every pixel; carousel and belt are turned a little before each, and their layers \
      settled; the map under clusters and fog is carried. Where the time goes is told on standard error.
      """)

  @Argument(
    help:
      "A benchmark scene (.scn), a recorded display list (.cdl), a picture (.png), or a frame of the program's own: map, carousel, belt, clusters or fog.",
    completion: .file(extensions: ["scn", "cdl", "png"]))
  var scene: String

  @Option(help: ArgumentHelp("How many threads draw (default: one a processor).", valueName: "n"), transform: Arguments.threads)
  var threads: Int?

  @Option(help: "Frames to time; default: as many as fit in about a second, at least 5, and whole turns of what turns.")
  var frames: Int?

  @Option(
    help: ArgumentHelp("The size of the program's own frames (default: 1280x720); a file has its own.", valueName: "WxH"),
    transform: Arguments.size)
  var size: PixelSize?

  @Option(help: ArgumentHelp("Also write the first frame, as .png or .ppm.", valueName: "path"))
  var dumpFrame: String?

  private var demo: DemoBenchmark? { DemoBenchmark(rawValue: scene) }

  func validate() throws {
    try FrameFile.validate(dumpFrame)
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames \(frames): give 1 to 1000000") }
    if size != nil, demo == nil {
      throw ValidationError("--size: \(scene) has a size of its own; only map, carousel, belt, clusters and fog take one.")
    }
  }

  func run() throws {
    if let dumpFrame, dumpFrame != "-" { try FileIO.checkWritable(dumpFrame) }
    try MainActor.assumeIsolated {
      if let demo {
        let size = size ?? PixelSize(width: 1280, height: 720)
        return try bench(scene, try demo.frames(size: size))
      }
      let drawing = try DrawingFile(scene)
      guard BoardMode(size: drawing.size).isSupported else {
        throw Failure(
          "\(scene): is \(drawing.size.width)x\(drawing.size.height) and a frame's side has at most \(BoardMode.maximumSide) pixels; bench a smaller one."
        )
      }
      try bench(drawing.name, DrawingBenchmark(drawing))
    }
  }

  @MainActor
  private func bench(_ name: String, _ frames: some FrameBenchmark) throws {
    let size = frames.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: size.width * size.height * 4)
    let target = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888)
    let count = threads ?? ProcessInfo.processInfo.activeProcessorCount
    let workers: any WorkerPool = count == 1 ? SerialWorkerPool() : ThreadPool(count: count)
    frames.draw(with: workers)
    let renderer = Renderer()
    let clock = ContinuousClock()
    let steps = StageTimings()
    let whole = [PixelRect(size)]
    var written = 0
    func draw(_ list: DisplayList) {
      written = renderer.draw(list, over: frames.background, into: target, damage: whole, workers: workers).bytesWritten
    }
    // A closure, made once: a function is made into one, with memory of its own, each time it is handed on.
    let frame = {
      steps.begin()
      frames.prepare()
      steps.end(.committing)
      draw(frames.list)
    }
    frame()
    if let dumpFrame { try FrameFile.write(Image(copying: target), to: dumpFrame) }
    let first = clock.measure(frame).milliseconds
    let fitting = max(5, min(2000, Int(1000 / max(first, 0.001))))
    let timed = self.frames ?? (fitting + frames.period - 1) / frames.period * frames.period
    var times = [Double](repeating: 0, count: timed)
    steps.watch(renderer)
    warmUp(frame, until: frames.period + 7)
    frames.restart()
    steps.reset()
    let before = cartouche_allocations()
    for index in 0..<timed { times[index] = clock.measure(frame).milliseconds }
    // Rounded up: a frame in ten that allocates is not none.
    let allocations = (cartouche_allocations() - before + UInt64(timed) - 1) / UInt64(timed)
    renderer.onStep = nil
    times.sort()
    try printToStandardOutput(
      "cartouche \(name) \(size.width) \(size.height) median \(String(format: "%.4f", times[timed / 2])) "
        + "min \(String(format: "%.4f", times[0])) frames \(timed) written \(written) allocations \(allocations)")
    let bare = (0..<9).map { _ in clock.measure { draw(DisplayList()) }.milliseconds }.min() ?? 0
    printToStandardError("\(steps.shares); writing every pixel with nothing on it takes \(String(format: "%.4f", bare)) ms")
  }
}

/// Draws frames until `count` in a row have allocated nothing, or twice as many, 64 at least: with several threads each has to see its largest share once.
private func warmUp(_ frame: () -> Void, until count: Int) {
  var (quiet, drawn) = (0, 0)
  while quiet < count && drawn < max(count * 2, 64) {
    let before = cartouche_allocations()
    frame()
    quiet = cartouche_allocations() == before ? quiet + 1 : 0
    drawn += 1
  }
}

extension Duration {
  fileprivate var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
