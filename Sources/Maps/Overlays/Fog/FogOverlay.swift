/// An overlay of fog that hides the map, like the fog of war in games. At first, the fog covers the whole
/// rectangle of the overlay. The application clears the fog around the places that a person has visited.
///
///     let fog = FogOverlay()
///     map.addOverlay(fog)                                  // with a FogRenderer
///     fog.clear(along: [previous, current], radius: 40)    // while walking
///     try fog.save(to: "walked.fog")
///
/// The cleared area is stored in a grid that is fixed to the map. Clearing the same area again has no effect.
/// The order in which places are cleared does not change the result. If the memory limit is reached, however,
/// order and repetition can change the result. Clearing does not become slower as the cleared area grows.
public final class FogOverlay: Overlay {
  /// The rectangle of the map that the fog covers before any of it is cleared.
  public let boundingMapRect: MapRect
  let bitmap: FogBitmap
  private var observers: [Observer] = []

  /// An object that is notified when the fog changes.
  private struct Observer {
    weak var owner: AnyObject?
    let onChange: (MapRect) -> Void
  }

  /// The default value of ``memoryLimit``: 32 MiB.
  public static let defaultMemoryLimit = 32 << 20

  /// Creates a fog overlay whose fog covers `rect` completely.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the fog covers.
  ///   - gridZoom: The resolution of the fog's grid, as a zoom of the map from 0 to 17. At this zoom, a texel
  ///     (a cell of the grid) is as large as a pixel of the screen. With a value of 14, a texel is 4.8 m wide
  ///     at the equator. This is fine enough for radii of 20 m and more.
  ///   - memoryLimit: The largest number of bytes of memory that the cleared area may use.
  public convenience init(over rect: MapRect = .world, gridZoom: Int = 14, memoryLimit: Int = defaultMemoryLimit) {
    self.init(over: rect, bitmap: FogBitmap(zoom: gridZoom, memoryLimit: memoryLimit))
  }

  init(over rect: MapRect, bitmap: FogBitmap) {
    boundingMapRect = rect
    self.bitmap = bitmap
  }

  /// The center of the rectangle that the fog covers. If the center is not on the map, the coordinate is
  /// latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The resolution of the fog's grid, as a zoom of the map. At this zoom, a texel (a cell of the grid) is as
  /// large as a pixel of the screen.
  public var gridZoom: Int { bitmap.zoom }

  /// The largest number of bytes of memory that the cleared area may use. The memory of the mip levels
  /// (smaller copies of the fog's grid for lower zooms) is included.
  ///
  /// The grid is divided into tiles. The memory of a tile is allocated when fog is first cleared in that
  /// tile. At the limit, fog can be cleared only in tiles with allocated memory. In other tiles, the fog
  /// stays, and the methods that clear fog return ``ClearResult/memoryLimitReached``. The fog can still be
  /// saved.
  ///
  /// For example, clearing a track of 100 km with a radius of 40 m takes about 3 MB at grid zoom 14.
  public var memoryLimit: Int { bitmap.memoryLimit }

  /// The number of bytes of memory that the cleared area uses. The memory of the mip levels (smaller copies
  /// of the fog's grid for lower zooms) is included.
  public var byteCount: Int { bitmap.byteCount }

  /// The result of a call that clears fog: done, or stopped by the memory limit.
  public enum ClearResult: Hashable, Sendable {
    /// The call was not stopped by the memory limit.
    case done
    /// A part of the requested area was not cleared, because clearing that part would exceed
    /// ``FogOverlay/memoryLimit``.
    case memoryLimitReached
  }

  /// Clears the fog within a radius of a coordinate.
  ///
  /// - Parameters:
  ///   - radius: The radius in meters. The radius is limited to 4096 texels (cells) of the fog's grid. If the
  ///     radius is 0, negative or NaN, nothing is cleared.
  ///   - falloff: The width of the soft edge of the cleared circle, as a fraction of the radius from 0 to 1.
  ///     Inside the soft edge, the fog becomes gradually denser toward the outside. Between the coordinate
  ///     and the soft edge, the fog is cleared completely.
  @discardableResult
  public func clear(at coordinate: Coordinate, radius: Double, falloff: Double = 0.5) -> ClearResult {
    clear(along: [coordinate], radius: radius, falloff: falloff)
  }

  /// Clears the fog within a radius of a track. The track consists of straight legs between coordinates.
  ///
  /// A leg takes the shorter of the two ways around the world. Coordinates that are not on the map are left
  /// out. A leg longer than 2^19 texels (cells of the fog's grid) counts as a jump. Only the fog around the
  /// two ends of such a leg is cleared. At grid zoom 14, 2^19 texels are 2500 km at the equator.
  ///
  /// - Parameters:
  ///   - track: The coordinates of the track, in the order of the movement.
  ///   - radius: The radius in meters. The map's scale depends on the latitude. The radius around a leg is
  ///     converted with the mean of the scales at the two ends of the leg. The radius is limited to 4096
  ///     texels. If the radius is 0, negative or NaN, nothing is cleared.
  ///   - falloff: The width of the soft edge of the cleared area, as a fraction of the radius from 0 to 1.
  ///     Inside the soft edge, the fog becomes gradually denser toward the outside. Between the track and the
  ///     soft edge, the fog is cleared completely.
  /// - Complexity: O(n), where n is the number of texels in the bounding boxes of the legs.
  @discardableResult
  public func clear(along track: some Collection<Coordinate>, radius: Double, falloff: Double = 0.5) -> ClearResult {
    guard radius > 0 else { return .done }
    let brush = FogBrush(falloff: falloff)
    var outcome = FogBrush.Outcome()
    var previous: (point: MapPoint, units: Double)?
    var changed = InclusiveMapRect.null
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
      var box = InclusiveMapRect.null
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

  /// Returns how clear the fog is at a coordinate, from 0 (fully covered) to 255 (fully clear). If the
  /// coordinate is not on the map, the method returns nil.
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
