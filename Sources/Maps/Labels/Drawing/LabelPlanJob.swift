import CartoucheRaster

/// Finds the icons and glyphs of labels on several threads. It is an object that is kept, so that a recording
/// allocates nothing.
final class LabelPlanJob: Job {
  struct Task {
    var planner: LabelPlanner
    /// The part of the view that is drawn.
    var part: Rect
  }

  private var task: Task?
  private var shapes: LabelShapes.Lookup?
  private var items = UnsafeMutableBufferPointer<LabelDrawing.Item>(start: nil, count: 0)
  private var plans = UnsafeMutableBufferPointer<LabelPlan>(start: nil, count: 0)
  private var memories = UnsafeMutableBufferPointer<LabelPlan.Memory>(start: nil, count: 0)

  /// The number of labels in one part of the work.
  private var partSize = 1

  /// Fills the plans of labels. There is a memory for each worker.
  func run(
    _ task: Task, _ items: UnsafeMutableBufferPointer<LabelDrawing.Item>, _ plans: UnsafeMutableBufferPointer<LabelPlan>,
    _ memories: UnsafeMutableBufferPointer<LabelPlan.Memory>, _ shapes: LabelShapes.Lookup, _ workers: any WorkerPool
  ) {
    (self.task, self.shapes, self.items, self.plans, self.memories) = (task, shapes, items, plans, memories)
    defer { (self.task, self.shapes) = (nil, nil) }
    partSize = workers.count == 1 ? max(items.count, 1) : 16
    workers.perform(parts: (items.count + partSize - 1) / partSize, of: self)
  }

  func perform(_ index: Int, worker: Int) {
    guard var task, let shapes else { return }
    var memory = LabelPlan.Memory()
    // It is moved out of the array: there, two workers would write to the same cache line.
    swap(&memory, &memories[worker])
    for label in index * partSize..<min((index + 1) * partSize, items.count) {
      plans[label] = task.planner.plan(&items[label], within: task.part, worker: worker, &memory, shapes)
    }
    swap(&memory, &memories[worker])
  }
}
