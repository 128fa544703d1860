/// An overlay of fog, as in games with a fog of war. The fog covers the map, or a part of the map, until an
/// application clears the fog where someone has been.
///
///     let fog = FogOverlay()
///     map.addOverlay(fog)                                  // with a FogRenderer
///     fog.clear(along: [previous, current], radius: 40)    // while walking
///     try fog.save(to: "walked.fog")
///
/// The cleared area is stored on a fixed grid over the world, so the cleared area does not depend on the
/// camera. Clearing an area again changes nothing. The result of clearing several tracks does not depend on
/// their order. The time to clear a step does not depend on the area that is clear already.
public final class FogOverlay: Overlay {
  public let boundingMapRect: MapRect
  let bitmap: FogBitmap
  private var observers: [Observer] = []

  /// An object that is notified when the fog changes.
  private struct Observer {
    weak var owner: AnyObject?
    let onChange: (MapRect) -> Void
  }

  /// The default for ``memoryLimit``: 32 MiB.
  public static let defaultMemoryLimit = 32 << 20

  /// Creates fog that covers `rect` completely.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the fog covers.
  ///   - gridZoom: The zoom of the fog's grid, 0 to 17. A texel of the grid is as large as a pixel of the map
  ///     at this zoom. At zoom 14, a texel is 4.8 m wide at the equator, which suits clearing with radii of
  ///     20 m and more.
  ///   - memoryLimit: The limit for ``memoryLimit``, in bytes.
  public convenience init(over rect: MapRect = .world, gridZoom: Int = 14, memoryLimit: Int = defaultMemoryLimit) {
    self.init(over: rect, bitmap: FogBitmap(zoom: gridZoom, memoryLimit: memoryLimit))
  }

  init(over rect: MapRect, bitmap: FogBitmap) {
    boundingMapRect = rect
    self.bitmap = bitmap
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The zoom of the fog's grid. A texel of the grid is as large as a pixel of the map at this zoom.
  public var gridZoom: Int { bitmap.zoom }

  /// The limit for the memory that the cleared area may use, in bytes, including mip levels.
  ///
  /// When the limit is reached, areas that are partly clear can still be cleared further, and the fog can
  /// still be saved. Elsewhere the fog stays, and the clearing methods return
  /// ``ClearResult/memoryLimitReached``. A track of 100 km, cleared with a radius of 40 m, takes some 3 MB on
  /// a grid of zoom 14.
  public var memoryLimit: Int { bitmap.memoryLimit }

  /// The memory that the cleared area uses, in bytes, including mip levels.
  public var byteCount: Int { bitmap.byteCount }

  /// The result of clearing fog.
  public enum ClearResult: Hashable, Sendable {
    case done
    /// A part of the requested area was not cleared, because clearing that part would exceed
    /// ``FogOverlay/memoryLimit``.
    case memoryLimitReached
  }

  /// Clears the fog within a radius around a coordinate.
  ///
  /// - Parameters:
  ///   - radius: The radius in meters, at most 4096 texels of the grid. If the radius is not a number, 0 or
  ///     negative, nothing is cleared.
  ///   - falloff: The outer share of the radius, 0 to 1, over which the fog thickens from clear to covered.
  @discardableResult
  public func clear(at coordinate: Coordinate, radius: Double, falloff: Double = 0.5) -> ClearResult {
    clear(along: [coordinate], radius: radius, falloff: falloff)
  }

  /// Clears the fog within a radius around each leg of a track. A leg is the line from one coordinate to the
  /// next, the shorter way around the world.
  ///
  /// Coordinates that are not on the map are left out. A leg of more than 2^19 texels (2500 km at grid zoom
  /// 14) counts as a jump, so only its ends are cleared.
  ///
  /// - Parameters:
  ///   - track: The coordinates of the track, in order.
  ///   - radius: The radius in meters, measured at the mean latitude of each leg, at most 4096 texels of the
  ///     grid. If the radius is not a number, 0 or negative, nothing is cleared.
  ///   - falloff: The outer share of the radius, 0 to 1, over which the fog thickens from clear to covered.
  /// - Complexity: O(n) in the texels of each leg's bounding box. The area that is clear already does not
  ///   matter.
  @discardableResult
  public func clear(along track: some Collection<Coordinate>, radius: Double, falloff: Double = 0.5) -> ClearResult {
    guard radius > 0 else { return .done }
    let brush = FogBrush(falloff: falloff)
    var outcome = FogBrush.Outcome()
    var previous: (point: MapPoint, units: Double)?
    var changed = MapBounds.null
    // 1/16 texels.
    let bits = Int64(bitmap.texelBits(ofLevel: 0) - 4)
    func sixteenths(_ point: MapPoint) -> SIMD2<Int64> {
      SIMD2((point.x + (1 << (bits - 1))) >> bits, (point.y + (1 << (bits - 1))) >> bits)
    }
    func clear(_ from: MapPoint, _ to: MapPoint, _ units: Double) {
      let wide = ElementaryFunctions.nearest(min(radius * units, Double(MapPoint.worldSize)))
      var step = FogBrush.Outcome()
      brush.clear(
        FogBrush.Segment(from: sixteenths(from), to: sixteenths(to), radius: (wide + (1 << (bits - 1))) >> bits), of: bitmap, &step)
      outcome.refused += step.refused
      guard step.hasChanged else { return }
      outcome.hasChanged = true
      var box = MapBounds.null
      box.add(from)
      box.add(to)
      box = box.expanded(by: min(wide, FogBrush.maximumRadius << (bits + 4)) + 2 << (bits + 4))
      changed.add(MapPoint(x: box.minX, y: box.minY))
      changed.add(MapPoint(x: box.maxX, y: box.maxY))
    }
    var legs = 0
    for coordinate in track {
      guard let point = MapPoint(coordinate), let units = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) else { continue }
      guard let last = previous else {
        previous = (point, units)
        continue
      }
      let next = point.nearestCopy(to: last.point)
      // The lower end first, so that a leg and its reverse clear the same texels.
      let isForward = (last.point.y, last.point.x) <= (next.y, next.x)
      clear(isForward ? last.point : next, isForward ? next : last.point, (last.units + units) / 2)
      legs += 1
      // In the first copy of the world again, or many turns around the world would exceed the range of
      // numbers.
      previous = (point, units)
    }
    if legs == 0, let previous { clear(previous.point, previous.point, previous.units) }
    if outcome.hasChanged { notify(changed.rect) }
    return outcome.refused > 0 ? .memoryLimitReached : .done
  }

  /// Covers the whole area of the overlay with fog again.
  public func coverAll() {
    bitmap.removeAll()
    notify(boundingMapRect)
  }

  /// Returns the clearness of the fog at a coordinate, from 0 (covered) to 255 (clear). If the coordinate is
  /// not on the map, the method returns nil.
  public func clearness(at coordinate: Coordinate) -> UInt8? {
    guard let point = MapPoint(coordinate) else { return nil }
    let bits = Int64(bitmap.texelBits(ofLevel: 0))
    return bitmap.clearness(x: point.x >> bits, y: point.y >> bits)
  }

  /// Registers a closure that is called when the fog changes.
  ///
  /// - Parameters:
  ///   - owner: The object for which changes are observed. After the object is freed, the closure is not
  ///     called any more.
  ///   - onChange: The closure, which receives each rectangle that has changed.
  func observeChanges(for owner: AnyObject, _ onChange: @escaping (MapRect) -> Void) {
    observers.removeAll { $0.owner == nil }
    observers.append(Observer(owner: owner, onChange: onChange))
  }

  private func notify(_ rect: MapRect) {
    for observer in observers where observer.owner != nil { observer.onChange(rect) }
  }
}
