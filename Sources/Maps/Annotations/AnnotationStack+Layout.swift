import CartoucheRaster
import CartoucheScene

extension AnnotationStack {
  /// Brings the views to where the camera sees their annotations; called in the map's layout.
  func layOut() {
    guard !isWorking, !map.bounds.isEmpty else { return }
    isWorking = true
    defer {
      isWorking = false
      sweep()
    }
    if layer.bounds != map.bounds || layer.position != map.bounds.center {
      (layer.bounds, layer.position) = (map.bounds, map.bounds.center)
      (calloutLayer.bounds, calloutLayer.position) = (map.bounds, map.bounds.center)
    }
    if applyMoves() || drag != nil { movedFor = nil }
    guard !isEmpty else { return }
    let transform = map.drawnTransformation
    if needsPlacement || !isPlaced(transform) {
      var rounds = 0
      repeat {
        needsPlacement = false
        movedFor = nil
        place(transform)
        rounds += 1
      } while needsPlacement && rounds < Self.maximumRoundCount
    }
    moveViews(transform)
  }

  /// Whether what is shown was chosen for what `transform` shows.
  private func isPlaced(_ transform: MapTransform) -> Bool {
    guard let placed, placed.transform.bounds == transform.bounds, placed.transform.camera.zoom == transform.camera.zoom,
      placed.transform.camera.bearing == transform.camera.bearing, placed.transform.isGridAligned == transform.isGridAligned
    else { return false }
    let seen = transform.boundingMapRect(of: transform.bounds)
    let mask = MapPoint.worldSize - 1
    let left = (seen.origin.x &- placed.area.origin.x) & mask
    let isWithinY =
      seen.origin.y >= placed.area.origin.y
      && seen.origin.y &+ seen.height <= placed.area.origin.y &+ placed.area.height
    return isWithinY && (placed.area.width >= MapPoint.worldSize || left &+ seen.width <= placed.area.width)
  }

  private func place(_ transform: MapTransform) {
    loadTraits()
    refreshGroups()
    let zoom = transform.camera.clampedZoom
    let lag = Self.zoomLag
    let held = laggedZoom.map { min(max($0, zoom - lag), zoom + lag) } ?? zoom
    laggedZoom = held
    let room = transform.bounds.insetBy(dx: -Self.margin, dy: -Self.margin)
    let area = transform.boundingMapRect(of: room)
    placed = (transform, area)

    // A view may reach onto the screen from further away.
    let search = transform.boundingMapRect(of: room.insetBy(dx: -128, dy: -128))
    var pending: [AnnotationKey: AnnotationView] = [:]
    placement.begin()
    addClusters(in: search, at: zoom, ranges: held, &pending)
    for record in ungrouped where !record.isRemoved {
      guard let place = record.place, search.contains(place) else { continue }
      consider(record, at: place, zoom: held, group: nil, node: -1)
    }
    if let selected, let record = record(for: selected), let place = record.place,
      let name = record.traits?.clusteringIdentifier, search.contains(place)
    {
      // What is selected stays, whatever cluster it would be part of.
      let key = AnnotationKey(record)
      if !placement.candidates.contains(where: { $0.key == key }) {
        consider(record, at: place, zoom: held, group: group(named: name), node: -1)
      }
    }
    placement.resolve(transform, within: room.insetBy(dx: -256, dy: -256), limit: map.annotationViewLimit)
    show(placement.candidates, transform, &pending)
    placeTitles(transform)
    for (_, view) in pending { views.enqueue(view) }
    // A cluster that is one no longer cannot be selected.
    if let selected, record(for: selected) == nil, view(for: selected) == nil { deselect(animated: false) }
  }

  /// Asks for a view for each annotation that has had none, and keeps what it says.
  private func loadTraits() {
    var index = 0
    // Callbacks may add.
    while index < records.count {
      let record = records[index]
      index += 1
      guard record.traits == nil, record.place != nil, !record.isRemoved else { continue }
      let view = prepareView(for: record.annotation)
      store(AnnotationTraits(view), of: record)
      if view.reuseIdentifier == nil { record.ownView = view } else { views.enqueue(view) }
    }
  }

  private func addClusters(in search: MapRect, at zoom: Scalar, ranges: Scalar, _ pending: inout [AnnotationKey: AnnotationView]) {
    let level = ClusterHierarchy.level(atZoom: (zoom * ClusterHierarchy.levelsPerZoom).floor)
    for group in groups {
      guard let hierarchy = group.hierarchy else { continue }
      var near: [UInt64: AnnotationGroup.Cluster] = [:]
      for node in hierarchy.levels[level] {
        // A callback has changed the group: there is another round.
        if group.isStale { break }
        let place = hierarchy.nodes[Int(node)].place
        guard search.contains(place) else { continue }
        if hierarchy.nodes[Int(node)].firstChild < 0 {
          consider(group.records[Int(node)], at: place, zoom: ranges, group: group, node: node)
          continue
        }
        let signature = hierarchy.nodes[Int(node)].signature
        let key = AnnotationKey(group: Int32(group.number), number: signature)
        let cluster = group.clusters[signature] ?? makeCluster(of: group, node, key, &pending)
        cluster.annotation.coordinate = map.coordinate(for: place) ?? cluster.annotation.coordinate
        near[signature] = cluster
        guard cluster.traits.zoomRange.contains(ranges) else { continue }
        placement.add(
          AnnotationPlacement.Candidate(
            key: key, place: place, traits: cluster.traits, isSelected: selected === cluster.annotation, order: Int(node),
            group: group, node: node))
      }
      if !group.isStale { group.clusters = near }
    }
  }

  private func makeCluster(
    of group: AnnotationGroup, _ node: Int32, _ key: AnnotationKey, _ pending: inout [AnnotationKey: AnnotationView]
  ) -> AnnotationGroup.Cluster {
    let members = group.members(of: node)
    let annotation =
      map.delegate?.mapView(map, clusterAnnotationForMemberAnnotations: members) ?? ClusterAnnotation(memberAnnotations: members)
    let view = prepareView(for: annotation)
    pending[key] = view
    return AnnotationGroup.Cluster(annotation: annotation, traits: AnnotationTraits(view))
  }

  private func consider(_ record: AnnotationRecord, at place: MapPoint, zoom: Scalar, group: AnnotationGroup?, node: Int32) {
    guard let traits = record.traits, traits.zoomRange.contains(zoom), !record.isRemoved else { return }
    placement.add(
      AnnotationPlacement.Candidate(
        key: AnnotationKey(record), place: place, traits: traits, isSelected: selected === record.annotation,
        order: record.order, group: group, node: node))
  }

  // MARK: Showing

  private func show(
    _ candidates: [AnnotationPlacement.Candidate], _ transform: MapTransform, _ pending: inout [AnnotationKey: AnnotationView]
  ) {
    let before = shown
    let isAnimated = hasPlaced && map.animatesAnnotations && map.isOnStage
    hasPlaced = true
    var now: [AnnotationKey: ShownAnnotation] = [:]
    now.reserveCapacity(candidates.count)
    var new: [ShownAnnotation] = []
    for candidate in candidates {
      if let known = before[candidate.key] {
        (known.place, known.group, known.node) = (candidate.place, candidate.group, candidate.node)
        known.generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
        now[candidate.key] = known
      } else if let back = cancelDeparture(candidate.key) {
        (back.place, back.group, back.node) = (candidate.place, candidate.group, candidate.node)
        back.generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
        if let cluster = back.annotation as? ClusterAnnotation {
          candidate.group?.clusters[candidate.key.number]?.annotation = cluster
        }
        now[candidate.key] = back
      } else if let made = makeShown(candidate, &pending) {
        now[candidate.key] = made
        new.append(made)
      }
    }
    shown = now
    for old in shownInOrder where now[old.key] !== old { leave(old, for: ancestor(of: old, in: now), transform, isAnimated) }
    shownInOrder = now.values.sorted { a, b in
      let (frontA, frontB) = (a.view.zOrder, b.view.zOrder)
      if frontA != frontB { return frontA < frontB }
      let (pointA, pointB) = (transform.point(for: a.place).y, transform.point(for: b.place).y)
      return pointA != pointB ? pointA < pointB : (a.key.number, a.key.group) < (b.key.number, b.key.group)
    }
    for (rank, item) in shownInOrder.enumerated() {
      if item.view.zPosition != Scalar(rank) { item.view.zPosition = Scalar(rank) }
      if item.view.superlayer !== layer { layer.addSublayer(item.view) }
    }
    for item in new { enter(item, from: ancestor(of: item, in: before), transform, isAnimated) }
    if !new.isEmpty { map.notifyDidAdd(new.map(\.view)) }
    // A callout looks where its view is.
    for item in new { move(item, transform) }
    showSelection(animated: false)
  }

  private func makeShown(
    _ candidate: AnnotationPlacement.Candidate, _ pending: inout [AnnotationKey: AnnotationView]
  ) -> ShownAnnotation? {
    if candidate.key.group >= 0 {
      guard let cluster = candidate.group?.clusters[candidate.key.number] else { return nil }
      let view = pending.removeValue(forKey: candidate.key) ?? prepareView(for: cluster.annotation)
      return ShownAnnotation(candidate, cluster.annotation, nil, view: view)
    }
    guard let record = record(serial: Int(truncatingIfNeeded: candidate.key.number)) else { return nil }
    let view: AnnotationView
    if let own = record.ownView {
      view = own
      record.ownView = nil
      (view.annotation, view.map) = (record.annotation, map)
    } else {
      view = prepareView(for: record.annotation)
    }
    return ShownAnnotation(candidate, record.annotation, record, view: view)
  }

  /// The nearest cluster that `item` is part of and that is among `others`.
  private func ancestor(of item: ShownAnnotation, in others: [AnnotationKey: ShownAnnotation]) -> ShownAnnotation? {
    guard let group = item.group, let hierarchy = group.hierarchy, item.node >= 0,
      item.generation == Int32(truncatingIfNeeded: group.generation)
    else { return nil }
    var node = hierarchy.nodes[Int(item.node)].parent
    while node >= 0 {
      let key = AnnotationKey(group: Int32(group.number), number: hierarchy.nodes[Int(node)].signature)
      if let found = others[key] { return found }
      node = hierarchy.nodes[Int(node)].parent
    }
    return nil
  }

  private func moveViews(_ transform: MapTransform) {
    if let movedFor, movedFor.isTranslation(of: transform), transform.showsOneCopy {
      let (from, to) = (movedFor.integralOrigin, transform.integralOrigin)
      let way = Point(x: Scalar(to.x &- from.x), y: Scalar(to.y &- from.y))
      for item in shownInOrder { carry(item, by: way, transform) }
      for item in departing { carry(item, by: way, transform) }
    } else {
      for item in shownInOrder { move(item, transform) }
      for item in departing { move(item, transform) }
    }
    movedFor = drag == nil ? transform : nil
    placeCallout()
  }

  /// Where all of the map was carried by whole points, no view need be asked where it stands.
  private func carry(_ item: ShownAnnotation, by way: Point, _ transform: MapTransform) {
    guard item.size == item.view.bounds.size, item.anchor == item.view.anchorPoint else { return move(item, transform) }
    if way != .zero { item.view.scroll(by: way) }
    item.view.mapDidMove(transform)
  }

  func move(_ item: ShownAnnotation, _ transform: MapTransform) {
    let view = item.view
    var point = transform.point(for: item.place)
    if let drag, drag.record === item.record { point = drag.point }
    let frame = view.frame(at: point)
    let position = Point(
      x: frame.minX + frame.width * view.anchorPoint.x, y: frame.minY + frame.height * view.anchorPoint.y)
    if view.position != position { view.position = position }
    (item.size, item.anchor) = (frame.size, view.anchorPoint)
    view.mapDidMove(transform)
  }
}
