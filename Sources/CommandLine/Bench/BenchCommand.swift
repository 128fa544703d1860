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
      stroking, binning, coverage, paint and the write of every pixel.
      """)

  @Argument(
    help:
      "A benchmark scene (.scn), a recorded display list (.cdl), a picture (.png), or a frame of the program's own: map or carousel.",
    completion: .file(extensions: ["scn", "cdl", "png"]))
  var scene: String

  @Option(help: ArgumentHelp("How many threads draw (default: one a processor).", valueName: "n"), transform: Arguments.threads)
  var threads: Int?

  @Option(help: "Frames to time; default: as many as fit in about a second, at least 5.")
  var frames: Int?

  @Option(
    help: ArgumentHelp("The size of map and carousel (default: 1280x720); a file has its own.", valueName: "WxH"),
    transform: Arguments.size)
  var size: PixelSize?

  @Option(help: ArgumentHelp("Also write the first frame, as .png or .ppm.", valueName: "path"))
  var dumpFrame: String?

  private var demo: BenchmarkedDemo? { BenchmarkedDemo(rawValue: scene) }

  func validate() throws {
    try FrameFile.validate(dumpFrame)
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames \(frames): give 1 to 1000000") }
    if size != nil, demo == nil { throw ValidationError("--size: \(scene) has a size of its own; only map and carousel take one.") }
  }

  func run() throws {
    if let dumpFrame, dumpFrame != "-" { try WholeFile.check(dumpFrame) }
    if let demo {
      let recording = try MainActor.assumeIsolated { try demo.recording(size: size ?? PixelSize(width: 1280, height: 720)) }
      try bench(scene, size: recording.size) { $0.append(recording.list) }
    } else {
      let drawing = try DrawingFile(scene)
      guard BoardMode(size: drawing.size).isPossible else {
        throw Failure(
          "\(scene): is \(drawing.size.width)x\(drawing.size.height) and a frame's side has at most \(BoardMode.longestSide) pixels; bench a smaller one."
        )
      }
      try bench(drawing.name, size: drawing.size, over: drawing.background, { drawing.record(into: &$0) })
    }
  }

  private func bench(_ name: String, size: PixelSize, over background: Color = .white, _ record: (inout DisplayList) -> Void) throws
  {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: size.width * size.height * 4)
    let target = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888)
    let count = threads ?? ProcessInfo.processInfo.activeProcessorCount
    let workers: any Workers = count == 1 ? SerialWorkers() : ThreadPool(count: count)
    let renderer = Renderer()
    var list = DisplayList()
    var written = 0
    func frame() {
      list.removeAll()
      record(&list)
      written = renderer.draw(list, over: background, into: target, damage: [PixelRect(size)], workers: workers).bytesWritten
    }
    frame()
    if let dumpFrame { try FrameFile.write(Picture(copying: target), to: dumpFrame) }
    let clock = ContinuousClock()
    let first = clock.measure(frame).milliseconds
    let timed = frames ?? max(5, min(2000, Int(1000 / max(first, 0.001))))
    var times = [Double](repeating: 0, count: timed)
    warmUp(frame)
    let before = cartouche_allocations()
    for index in 0..<timed { times[index] = clock.measure(frame).milliseconds }
    // Rounded up: a frame in ten that allocates is not none.
    let allocations = (cartouche_allocations() - before + UInt64(timed) - 1) / UInt64(timed)
    times.sort()
    try printToStandardOutput(
      "cartouche \(name) \(size.width) \(size.height) median \(String(format: "%.4f", times[timed / 2])) "
        + "min \(String(format: "%.4f", times[0])) frames \(timed) written \(written) allocations \(allocations)")
  }
}

/// Draws frames until eight in a row have allocated nothing, or 64: with several threads each has to see its largest share once.
private func warmUp(_ frame: () -> Void) {
  var (quiet, drawn) = (0, 0)
  while quiet < 8 && drawn < 64 {
    let before = cartouche_allocations()
    frame()
    quiet = cartouche_allocations() == before ? quiet + 1 : 0
    drawn += 1
  }
}

/// A frame of the program's own.
private enum BenchmarkedDemo: String {
  case map, carousel

  /// The display list of its first settled frame on a screen of `size`.
  @MainActor
  func recording(size: PixelSize) throws -> DisplayListRecording {
    var board = Board(name: "bench")
    board.display = .headless
    board.mode = BoardMode(size: size)
    guard board.mode?.isPossible == true else {
      throw Failure(
        "--size \(size.width)x\(size.height): no such frame can be drawn; give each side 1 to \(BoardMode.longestSide) pixels.")
    }
    let kiosk = try Kiosk(board: board)
    defer { kiosk.close() }
    switch self {
    case .carousel:
      _ = Carousel(on: kiosk, angle: .degrees(20))
    case .map:
      let town = try InventedTown()
      let best = town.bestView(width: size.width, height: size.height)
      let map = MapView(frame: kiosk.root.bounds)
      map.sources = [TownTiles(town)]
      map.camera = MapCamera(
        center: Coordinate(latitude: best.latitude, longitude: best.longitude),
        zoom: Scalar(rawValue: Int64((best.zoom * 65_536).rounded())))
      kiosk.root.addSublayer(map)
    }
    try kiosk.run()
    return kiosk.recording()
  }
}

extension Duration {
  fileprivate var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
