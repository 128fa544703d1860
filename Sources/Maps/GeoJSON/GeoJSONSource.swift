import Synchronization

/// Features of GeoJSON that a map draws as tiles.
///
/// The features are kept in memory, and cut into a tile when it is asked for. They can be replaced, or
/// changed by their IDs, while maps show them:
///
///     let route = GeoJSONSource(.file(path: "route.geojson"))
///     route.setData(.features([GeoJSONFeature(geometry: .lineString(coordinates))]))
///
/// All methods may be called on any thread. A change returns when the data is read and in use; other
/// threads cut tiles of the old data meanwhile.
public final class GeoJSONSource: Sendable {
  /// The data that readers see, and the errors that were found in it.
  private struct State {
    var snapshot = GeoJSONSnapshot()
    var errors: [GeoJSONError] = []
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
  }

  /// The data that only changes need.
  struct Editor {
    /// The place of the next new feature in the drawing order.
    var nextOrder: Int64 = 0
    /// The features of tables by their IDs. A dictionary is made when a change looks for a feature.
    var featuresByID: [ObjectIdentifier: [GeoJSONIdentifier: Int32]] = [:]
  }

  /// The path of the file, or the name that error messages show for other data.
  public let name: String
  let rules: GeoJSONRules
  private let state = Mutex(State())
  /// Changes wait for each other.
  private let editor = Mutex(Editor())

  /// Creates a source. Errors in the data are reported by ``takeErrors()``.
  ///
  /// - Parameters:
  ///   - data: The features.
  ///   - name: The name of data that is not from a file, for error messages.
  ///   - options: How the features are cut into tiles.
  public init(_ data: GeoJSONData, name: String = "inline GeoJSON", options: GeoJSONOptions = GeoJSONOptions()) {
    if case .file(let path) = data { self.name = path } else { self.name = name }
    var reasons: [String] = []
    rules = GeoJSONRules(options) { reasons.append($0) }
    let errors = reasons.map { [name = self.name] reason in GeoJSONError(source: name, reason: reason) }
    state.withLock { $0.errors = errors }
    setData(data)
  }

  /// The options that the source was created with.
  public var options: GeoJSONOptions { rules.options }

  /// The zooms for which the source has tiles.
  public var zoomRange: ClosedRange<Int> { rules.options.zoomRange }

  /// The text that credits the makers of the data.
  public var attribution: String { rules.options.attribution }

  /// The smallest rectangle around the features; nil if there are none. After features were removed, it may
  /// be larger than necessary.
  public var bounds: MapRect? { snapshot.bounds }

  /// The number of features.
  public var featureCount: Int { snapshot.featureCount }

  /// The approximate memory use of the features, in bytes.
  public var byteCount: Int { snapshot.byteCount }

  /// The number of changes since the source was created.
  public var revision: Int { state.withLock { $0.snapshot.revision } }

  /// Returns the errors since the last call.
  public func takeErrors() -> [GeoJSONError] {
    state.withLock { state in
      defer { state.errors = [] }
      return state.errors
    }
  }

  var snapshot: GeoJSONSnapshot { state.withLock { $0.snapshot } }

  // MARK: Tiles

  /// Returns a tile; nil if nothing is in it, or if its zoom is not in ``zoomRange``.
  package func tile(_ id: TileID) -> VectorTile? { tileAndRevision(id).tile }

  /// Returns a tile, and the revision of the data that it was cut from.
  package func tileAndRevision(_ id: TileID) -> (tile: VectorTile?, revision: Int) {
    let snapshot = snapshot
    guard zoomRange.contains(id.zoom) else { return (nil, snapshot.revision) }
    if let clusters = snapshot.clusters { return (clusters.tile(id, of: snapshot.entries), snapshot.revision) }
    var cutter = TileCutter(id, rules)
    return (cutter.tile(of: snapshot.entries), snapshot.revision)
  }

  // MARK: Changes

  /// Replaces all features.
  public func setData(_ data: GeoJSONData) {
    change { editor, entries, writer in
      var order: Int64 = 0
      writer.read(data, name: name) { [writer] draft throws(FeatureFault) in
        try writer.add(draft, order: order)
        order += 1
      }
      editor.nextOrder = order
      entries = writer.finish()
    }
  }

  /// Makes a new snapshot from the tables that `body` changes.
  func change(_ body: (inout Editor, inout [TableEntry], FeatureWriter) -> Void) {
    let observers = editor.withLock { editor in
      var next = snapshot
      let writer = FeatureWriter(rules)
      body(&editor, &next.entries, writer)
      let tables = Set(next.entries.map { ObjectIdentifier($0.table) })
      editor.featuresByID = editor.featuresByID.filter { tables.contains($0.key) }
      var errors = writer.errors
      if rules.options.isClustered {
        let clusters = GeoJSONClusters(next.entries, rules)
        let previous = next.clusters?.leftOutCount ?? 0
        if clusters.leftOutCount > previous {
          let reason = "features that are not single points are left out, because the source is clustered"
          errors.append(GeoJSONError(source: name, reason: reason, count: clusters.leftOutCount))
        }
        next.clusters = clusters
      }
      next.revision += 1
      return state.withLock { state in
        state.snapshot = next
        state.errors += errors
        return Array(state.observers.values)
      }
    }
    for observer in observers { observer() }
  }

  /// Calls `body` after each change, on the thread that made the change.
  ///
  /// - Returns: A number for ``removeObserver(_:)``.
  package func addObserver(_ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = body
      return state.lastObserver
    }
  }

  package func removeObserver(_ number: Int) { state.withLock { _ = $0.observers.removeValue(forKey: number) } }
}
