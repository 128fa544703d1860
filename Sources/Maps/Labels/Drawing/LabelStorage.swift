import CartoucheRaster

/// The memory for recordings of labels, which is kept from one to the next.
final class LabelStorage {
  /// The icons and glyphs of each label.
  private(set) var plans: [LabelPlan] = []
  /// The memories of the workers.
  private(set) var memories: [LabelPlan.Memory] = []
  var shapes = LabelShapes()
  var halos = LabelRuns()
  var texts = LabelRuns()
  /// The memory with which labels are measured.
  var measure = LabelMeasure.Memory()
  private let job = LabelPlanJob()
  /// The number of recordings.
  private(set) var recordingCount = 0

  /// Begins a recording. The display list of the one before is empty, so that the shapes and glyphs are not
  /// shared with it, and need not be copied.
  func begin(labelCount: Int, workerCount: Int) {
    shapes.removeUnused(drawnCount: halos.glyphCount + texts.glyphCount)
    halos.begin()
    texts.begin()
    for index in memories.indices { memories[index].removeAll() }
    while memories.count < workerCount { memories.append(LabelPlan.Memory()) }
    plans.removeAll(keepingCapacity: true)
    plans.append(contentsOf: repeatElement(LabelPlan(layer: 0), count: labelCount))
    recordingCount += 1
  }

  /// Fills the plans of labels on several threads.
  func plan(_ items: UnsafeMutableBufferPointer<LabelDrawing.Item>, _ task: LabelPlanJob.Task, _ workers: any WorkerPool) {
    plans.withUnsafeMutableBufferPointer { plans in
      memories.withUnsafeMutableBufferPointer { memories in
        shapes.withLookup { job.run(task, items, plans, memories, $0, workers) }
      }
    }
  }

  /// Gives the shapes that the workers missed their indices, in the order of the labels.
  func addMissingShapes(_ items: inout [LabelDrawing.Item]) {
    guard memories.contains(where: { !$0.missing.isEmpty }) else { return }
    for index in plans.indices {
      guard let text = plans[index].text, text.lacksShapes else { continue }
      withGlyphs(of: text, plans[index], &items[index]) { glyphs in
        shapes.addMissing(memories[Int(plans[index].worker)].missing, to: glyphs, text)
      }
    }
  }

  /// Passes the glyphs of a text to a closure.
  func withGlyphs(
    of text: LabelPlan.Text, _ plan: LabelPlan, _ item: inout LabelDrawing.Item,
    _ body: (UnsafeMutableBufferPointer<PlacedGlyphs.Glyph>) -> Void
  ) {
    guard let range = text.glyphs else {
      item.text?.glyphs.withUnsafeMutableBufferPointer { body($0) }
      return
    }
    // Moved out, because the closure uses the other memory of the worker.
    var glyphs: [PlacedGlyphs.Glyph] = []
    swap(&glyphs, &memories[Int(plan.worker)].glyphs.glyphs)
    glyphs.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[range])) }
    swap(&glyphs, &memories[Int(plan.worker)].glyphs.glyphs)
  }

  /// Ends a recording. Images are not kept, since a style without labels makes no other recording.
  func end() {
    for index in memories.indices { memories[index].icons.removeAll(keepingCapacity: true) }
  }

  /// Returns the end of the labels that have the layer of a label.
  func endOfLayer(_ start: Int) -> Int {
    let layer = plans[start].layer
    return plans[start...].firstIndex { $0.layer != layer } ?? plans.count
  }
}
