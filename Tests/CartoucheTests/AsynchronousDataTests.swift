import Cartouche
import Foundation
import Testing

/// A server's answer about a portal.
private struct Answer: Sendable {
  var name: String
  var coordinate: Coordinate
  var isComplete = true
}

/// A portal on the map, made from an answer on the main actor.
private final class Portal: Annotation, Overlay {
  let coordinate: Coordinate
  let title: String?

  init(_ answer: Answer) {
    (coordinate, title) = (answer.coordinate, answer.name)
  }

  var boundingMapRect: MapRect {
    MapRect(center: coordinate, meters: 200) ?? MapRect(origin: MapPoint(x: 0, y: 0), width: 0, height: 0)
  }
}

/// A kiosk with a map to which other threads add portals.
@MainActor
private final class Scanner {
  static let center = Coordinate(latitude: 37.3318, longitude: -122.0312)

  let kiosk: Kiosk
  let map: MapView
  /// An annotation without a position at first.
  let wanted = PointAnnotation(coordinate: Coordinate(latitude: .nan, longitude: 0), title: "Wanted")
  /// When answers were added, in milliseconds of the kiosk's clock.
  private(set) var arrivals: [Int64] = []
  /// When frames were presented, in milliseconds of the kiosk's clock.
  private(set) var frames: [Int64] = []
  /// The thread that the layers belong to.
  private let thread = pthread_self()

  /// Creates a kiosk that runs for 0.4 s at 50 frames per second.
  init() throws {
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 160, height: 100), refreshMillihertz: 50_000)
    (board.threads, board.buffers) = (1, 1)
    kiosk = try Kiosk(board: board, replay: Replay(end: .at(Timestamp(nanoseconds: 390_000_000))))
    map = MapView(frame: kiosk.root.bounds, theme: .standard)
    map.camera = MapCamera(center: Self.center, zoom: 16)
    map.animatesAnnotations = false
    kiosk.root.addSublayer(map)
    map.addAnnotation(wanted)
    kiosk.onPresent { [unowned self] in frames.append($0.time.nanoseconds / 1_000_000) }
  }

  func add(_ answers: [Answer]) {
    #expect(pthread_equal(pthread_self(), thread) != 0, "on the kiosk's thread")
    let portals = answers.map(Portal.init)
    map.addAnnotations(portals)
    map.addOverlays(portals)
    arrivals.append(Int64((kiosk.currentTime * 1000).rounded))
  }

  /// Runs the kiosk, calls `fetch` in the frame at 200 ms, and blocks until it signals that it is done.
  ///
  /// It blocks because the virtual clock does not wait for threads.
  func run(fetching fetch: @escaping (_ isDone: DispatchSemaphore) -> Void) throws {
    kiosk.onTick { [unowned self] now in
      guard now.nanoseconds == 200_000_000 else { return .still }
      let isDone = DispatchSemaphore(value: 0)
      fetch(isDone)
      isDone.wait()
      #expect(map.annotations.count == 1 && map.view(for: wanted) == nil, "nothing changes while the other thread works")
      return .still
    }
    try kiosk.run()
  }
}

@MainActor
@Suite("Asynchronous data")
struct AsynchronousDataTests {
  /// What fetches the data.
  enum Carrier: CaseIterable {
    case thread, task
  }

  @Test(
    "P9: data fetched and filtered on another thread is added on the main actor and shown in the same frame",
    arguments: Carrier.allCases)
  func fetched(by carrier: Carrier) throws {
    let answers = [
      Answer(name: "Heron", coordinate: Scanner.center), Answer(name: "Nowhere", coordinate: Coordinate(latitude: 0, longitude: 0)),
      Answer(name: "Incomplete", coordinate: Coordinate(latitude: 37.332, longitude: -122.03), isComplete: false),
      Answer(name: "Clock", coordinate: Coordinate(latitude: 37.3325, longitude: -122.031)),
    ]
    let scanner = try Scanner()
    try scanner.run { isDone in
      let fetch: @Sendable () -> Void = {
        let found = answers.filter { $0.isComplete && $0.coordinate != Coordinate(latitude: 0, longitude: 0) }
        scanner.kiosk.post { scanner.add(found) }
        isDone.signal()
      }
      switch carrier {
      case .thread: Thread.detachNewThread(fetch)
      case .task: Task.detached { fetch() }
      }
    }
    let map = scanner.map
    #expect(map.annotations.map { $0.title ?? "" } == ["Wanted", "Heron", "Clock"] && map.overlays.count == 2)
    #expect(map.annotations.dropFirst().allSatisfy { map.view(for: $0) != nil })
    #expect(scanner.arrivals == [200] && scanner.frames.last == 200, "\(scanner.frames)")
  }

  @Test("P9: an annotation on the map that gets its position from another thread is shown in the same frame")
  func positioned() throws {
    let scanner = try Scanner()
    try scanner.run { isDone in
      Thread.detachNewThread {
        scanner.kiosk.post { scanner.wanted.coordinate = Scanner.center }
        isDone.signal()
      }
    }
    #expect(scanner.map.view(for: scanner.wanted)?.frame.contains(Point(x: 80, y: 40)) == true)
    #expect(scanner.frames.last == 200, "\(scanner.frames)")
  }
}
