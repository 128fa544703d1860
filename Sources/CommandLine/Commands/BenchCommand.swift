import ArgumentParser
import CAllocations
import Cartouche
import CartoucheInventedTown
import CartoucheOptions
import Foundation

/// `cartouche bench`: draws a frame repeatedly in memory and prints a line of results.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measures how long drawing a frame in memory takes.",
    discussion: """
      Prints: cartouche SCENE W H median MS min MS frames N written BYTES allocations N
      Milliseconds, bytes and allocations are for one frame, after warm-up. Every frame repeats all of the work: recording, flattening, \
      stroking, binning, coverage, paint and the write of every pixel. Carousel and belt turn a little before each frame, and their layers \
      are committed; the map of clusters and fog scrolls, and the vehicle drives. The share of each step and the longest frame are printed to \
      standard error.
      """)

  @Argument(
    help:
      "A benchmark scene (.scn), a recorded display list (.cdl), an image (.png), or a built-in scene: map, carousel, belt, clusters, fog, vehicle or list.",
    completion: .file(extensions: ["scn", "cdl", "png"]))
  var scene: String

  @Option(
    help: ArgumentHelp("The number of threads that draw (default: one per processor).", valueName: "n"),
    transform: ArgumentParsers.threads)
  var threads: Int?

  @Option(help: "The number of frames (default: those of about a second, at least 5, and a multiple of the scene's period).")
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "The size of a built-in scene (default: 1280x720; vehicle: 1024x600); files have their own size.", valueName: "WxH"),
    transform: ArgumentParsers.size)
  var size: PixelSize?

  @Option(help: ArgumentHelp("Also write the first frame, as .png or .ppm.", valueName: "path"))
  var dumpFrame: String?

  @Option(
    help: ArgumentHelp("The map's move: pan, zoom, turn, follow or still (default with tiles or a style: each).", valueName: "move")
  )
  var move: MapBenchmark.Move?

  @Option(
    help: ArgumentHelp("A style sheet with which the map's style is replaced, to measure how long that takes.", valueName: "file"))
  var switchTo: String?

  @Option(help: ArgumentHelp("The limit of the map's tile cache in MiB (default: 64).", valueName: "mib"))
  var tileMemory: Int?

  @Option(
    help: ArgumentHelp("The number of snapshots of the map that are made meanwhile, on a thread of low priority.", valueName: "n"))
  var snapshots: Int?

  @Option(
    help: ArgumentHelp("The number of annotations on the map, half of them in crowds, all of them clustered.", valueName: "n"))
  var annotations: Int?

  @Option(help: ArgumentHelp("The number of polygons on the map, as one overlay above its labels.", valueName: "n"))
  var polygons: Int?

  @Flag(help: "Put the polygons below the map's labels instead.")
  var belowLabels = false

  @OptionGroup var map: MapStyleOptions
  @OptionGroup var view: MapViewOptions

  private var measuresMap: Bool { scene == "map" && (map.hasData || move != nil) }

  private var drawingThreads: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  private var demo: BuiltInBenchmark? { BuiltInBenchmark(rawValue: scene) }

  func validate() throws {
    try FrameFileFormat.validate(dumpFrame)
    if let frames, !(1...1_000_000).contains(frames) { throw ValidationError("--frames \(frames): give 1 to 1000000.") }
    if let snapshots, !measuresMap || !(1...10_000).contains(snapshots) {
      throw ValidationError("--snapshots \(snapshots): give 1 to 10000, for a map with --style, --tiles or --move.")
    }
    if let annotations, !measuresMap || !(1...1_000_000).contains(annotations) {
      throw ValidationError("--annotations \(annotations): give 1 to 1000000, for a map with --style, --tiles or --move.")
    }
    if let polygons, !measuresMap || !(1...1_000_000).contains(polygons) {
      throw ValidationError("--polygons \(polygons): give 1 to 1000000, for a map with --style, --tiles or --move.")
    }
    if belowLabels, polygons == nil { throw ValidationError("--below-labels: give the number of polygons with --polygons N.") }
    if size != nil, demo == nil {
      throw ValidationError("--size: \(scene) has a size of its own; only map, carousel, belt, clusters, fog and vehicle take one.")
    }
  }

  func run() throws {
    if let dumpFrame, dumpFrame != "-" { try FileIO.checkWritable(dumpFrame) }
    try MainActor.assumeIsolated {
      if measuresMap { return try benchMap() }
      if let demo {
        return try bench(scene, try demo.frames(size: size ?? demo.defaultSize))
      }
      let drawing = try DrawingFile(scene)
      guard PreferredDisplayMode(size: drawing.size).isSupported else {
        throw Failure(
          "\(scene): is \(drawing.size.width)x\(drawing.size.height), but a side of a frame has at most \(PreferredDisplayMode.maximumSide) pixels; choose a smaller drawing."
        )
      }
      try bench(drawing.name, DrawingBenchmark(drawing))
    }
  }

  /// Measures a map of the given style and tiles.
  @MainActor
  private func benchMap() throws {
    let size = size ?? PixelSize(width: 1280, height: 720)
    let shown = MapView(frame: .zero, theme: .standard)
    var source: (any TileSource)?
    if view.dark { shown.style = .standardDark }
    if map.hasData { source = try map.apply(to: shown) } else { shown.sources = [TownTileSource(try view.town())] }
    view.allowZoom(on: shown)
    shown.camera = view.camera(
      default: map.defaultCamera(of: shown, source: source, size: size))
    if let tileMemory { shown.tileCacheLimit = max(tileMemory, 1) << 20 }
    if let annotations { ClusterBenchmark.addAnnotations(annotations, to: shown, around: shown.camera.center) }
    if let polygons { OverlayCrowd.add(polygons, to: shown, level: belowLabels ? .aboveRoads : .aboveLabels) }
    let benchmark = MapBenchmark(
      shown, size: size, area: source?.bounds, streets: source ?? shown.sources.first, threads: drawingThreads)
    defer { benchmark.close() }
    printToStandardError("the first picture takes \(benchmark.load().tenths) ms")
    for error in shown.takeErrors() { printToStandardError("\(error)") }
    for move in move.map({ [$0] }) ?? MapBenchmark.Move.allCases {
      let load = snapshots.map { SnapshotLoad(of: shown, count: $0) }
      let start = ContinuousClock.now
      try printToStandardOutput(benchmark.run(move, frames: frames, snapshots: load))
      if let load {
        let duration = ContinuousClock.now - start
        printToStandardError(
          "\(load.count) snapshots take \((duration / load.count).tenths) ms each beside the frames; \(load.failureCount) failed")
      }
      printToStandardError(
        "tiles take at most \(benchmark.tileBytes >> 10) KiB of \(shown.tileByteLimit >> 10); resident memory \(benchmark.residentMemory.text)"
      )
      let labels = shown.labelStatistics
      printToStandardError(
        "frames without allocations: \(benchmark.quietFrames); \(labels.placementCount) placements of labels by workers so far take \((labels.total / max(labels.placementCount, 1)).tenths) ms on average, at most \(labels.longest.tenths) ms"
      )
    }
    guard let switchTo else { return }
    let (old, other) = (shown.style, try map.style(contentsOfFile: switchTo))
    for style in [other, old, other, old, other] {
      let (duration, longest) = benchmark.replaceStyle(style)
      printToStandardError("another style is shown after \(duration.tenths) ms; its longest frame takes \(longest.tenths) ms")
    }
  }

  @MainActor
  private func bench(_ name: String, _ frames: some FrameBenchmark) throws {
    let size = frames.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: size.width * size.height * 4)
    let target = PixelBuffer(
      baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888,
      isOrdinaryMemory: true)
    let workers: any WorkerPool = drawingThreads == 1 ? SerialWorkerPool() : ThreadPool(count: drawingThreads)
    frames.draw(with: workers)
    let renderer = Renderer()
    let clock = ContinuousClock()
    let timings = FrameStepTimer()
    let damage = [PixelRect(size)]
    var written = 0
    func draw(_ list: DisplayList) {
      written = renderer.draw(list, over: frames.background, into: target, damage: damage, workers: workers).bytesWritten
    }
    // One closure for all frames: passing a local function would allocate a closure each time.
    let frame = {
      timings.begin()
      frames.prepare()
      timings.end(.committing)
      draw(frames.list)
    }
    frame()
    if let dumpFrame { try FrameImageWriter.write(Image(copying: target), to: dumpFrame) }
    let first = clock.measure(frame).milliseconds
    let inOneSecond = max(5, min(2000, Int(1000 / max(first, 0.001))))
    let timed = self.frames ?? (inOneSecond + frames.period - 1) / frames.period * frames.period
    var times = [Double](repeating: 0, count: timed)
    timings.watch(renderer)
    frames.watchCachedImages(with: timings)
    warmUp(frame, until: frames.period + 7)
    frames.restart()
    timings.reset()
    let before = cartouche_allocations()
    for index in 0..<timed { times[index] = clock.measure(frame).milliseconds }
    // Rounded up, so that 0 means that no frame allocated.
    let allocations = (cartouche_allocations() - before + UInt64(timed) - 1) / UInt64(timed)
    renderer.onStep = nil
    times.sort()
    try printToStandardOutput(
      "cartouche \(name) \(size.width) \(size.height) median \(String(format: "%.4f", times[timed / 2])) "
        + "min \(String(format: "%.4f", times[0])) frames \(timed) written \(written) allocations \(allocations)")
    let bare = (0..<9).map { _ in clock.measure { draw(DisplayList()) }.milliseconds }.min() ?? 0
    printToStandardError(
      "\(timings.shares); the longest frame takes \(String(format: "%.4f", times[timed - 1])) ms; writing every pixel with nothing on it takes \(String(format: "%.4f", bare)) ms"
    )
  }
}

/// Draws frames until `count` frames in a row allocate nothing, but at most 64 or twice `count`, whichever
/// is more.
///
/// With several threads, each must have seen its largest share of the work once.
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
