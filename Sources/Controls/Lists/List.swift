public import CartoucheRaster
import CartoucheScene

/// A scrolling column of rows in sections, like UIKit's `UITableView`.
///
///     let list = List(frame: Rect(x: 0, y: 0, width: 480, height: 320), theme: theme)
///     list.register("stop") { StopRow(theme: $0) }
///     list.dataSource = stops
///     list.onSelect = { list, indexPath in open(stops[indexPath.row]) }
///
///     numbers, heights ▶ positions ─ visible part ─▶ rows ◀─ reuse ─▶ hidden rows
///
/// Only the visible rows exist. A row that leaves the visible part is hidden, and reused for a row that
/// enters. Frames in which no row enters allocate no memory.
///
/// The header of a section sticks to the top of the list as long as a part of the section is visible.
open class List: ScrollView {
  /// The object that supplies the rows. The list does not retain it. Setting the property loads the data.
  public final weak var dataSource: (any ListDataSource)? { didSet { reloadData() } }

  /// The height of rows whose data source does not choose another height, in points.
  ///
  /// Until the property is set, the height is the larger of 54 points and ``Theme/touchTarget(on:)``, also
  /// after a change of the theme. Rows that can be selected should not be lower than that touch target.
  public final var rowHeight: Scalar {
    get { customRowHeight ?? max(54, theme.touchTarget(on: self)) }
    set {
      customRowHeight = newValue
      reloadData()
    }
  }
  private var customRowHeight: Scalar?
  /// The value of ``rowHeight`` for which the positions were computed.
  private var loadedRowHeight: Scalar = 0
  /// The background color that the theme gave to the content.
  private var themeBackgroundColor: Color

  /// The height of section headers, in points.
  public final var sectionHeaderHeight: Scalar = 32 { didSet { if sectionHeaderHeight != oldValue { reloadData() } } }

  /// Whether the header of a section stays visible at the top of the list.
  public final var sectionHeadersPinToVisibleBounds = true {
    didSet { if sectionHeadersPinToVisibleBounds != oldValue { setNeedsLayout() } }
  }

  /// Whether a line separates the rows of a section.
  public final var showsSeparators = true { didSet { if showsSeparators != oldValue { reloadData() } } }

  // MARK: Selection

  /// Whether a tap selects a row.
  public final var allowsSelection = true { didSet { if !allowsSelection { contentLayer.cancelPresses() } } }

  /// Whether several rows can be selected. If so, a tap on a selected row deselects the row.
  public final var allowsMultipleSelection = false

  /// The positions of the selected rows, in ascending order.
  public final var indexPathsForSelectedRows: [IndexPath] { selection.sorted() }

  /// A closure that is called when a tap has selected a row.
  public final var onSelect: ((List, IndexPath) -> Void)?

  /// A closure that is called when a tap has deselected a row.
  ///
  /// The tap was on that row if several rows can be selected, and on another row otherwise.
  public final var onDeselect: ((List, IndexPath) -> Void)?

  final var selection: Set<IndexPath> = []
  final var geometry = ListGeometry()
  final var pool = ListRowPool()
  /// The rows that are shown, in the order of their indices, without gaps.
  final var shownRows: [ListRow] = []
  final var (shownHeaders, spareHeaders): ([ListHeader], [ListHeader]) = ([], [])
  /// Whether the data source is being asked. The list then changes nothing.
  final var isAsking = false
  private var needsReload = true

  /// Creates a list without rows.
  public override init(frame: Rect, theme: Theme) {
    themeBackgroundColor = theme.surfaceColor
    super.init(frame: frame, theme: theme)
    alwaysBounceVertical = true
    showsHorizontalScrollIndicator = false
    contentBackgroundColor = theme.surfaceColor
  }

  // MARK: Data

  /// Registers a closure that makes rows with a reuse identifier.
  ///
  /// The closure receives the list's theme. Rows with an identifier that is not registered are of the class
  /// ``LabelRow``.
  public final func register(_ identifier: String, _ makeRow: @escaping (Theme) -> ListRow) {
    pool.register(identifier, makeRow)
  }

  /// Returns a row that is not shown any more, or a new row.
  ///
  /// Call this method in ``ListDataSource/list(_:rowAt:)``. The row still has the content of its last
  /// position.
  public final func dequeueReusableRow(withIdentifier identifier: String) -> ListRow {
    pool.take(identifier, theme: theme)
  }

  /// Loads the numbers, heights and visible rows again, at the next layout. Selected rows that still exist
  /// stay selected.
  public final func reloadData() {
    needsReload = true
    setNeedsLayout()
  }

  /// The number of sections.
  public final var numberOfSections: Int {
    loadIfNeeded()
    return geometry.sections.count
  }

  /// Returns the number of rows in a section; 0 if there is no such section.
  public final func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    return geometry.sections.indices.contains(section) ? geometry.sections[section].rowCount : 0
  }

  func loadIfNeeded() {
    guard needsReload, !isAsking else { return }
    needsReload = false
    loadedRowHeight = rowHeight
    removeRows()
    geometry.removeAll()
    if let dataSource {
      isAsking = true
      for section in 0..<min(max(dataSource.numberOfSections(in: self), 0), ListGeometry.maximumCount) {
        geometry.addSection(
          title: dataSource.list(self, titleForHeaderInSection: section), headerHeight: sectionHeaderHeight,
          rowCount: dataSource.list(self, numberOfRowsInSection: section)
        ) { dataSource.list(self, heightForRowAt: IndexPath(row: $0, section: section)) }
      }
      isAsking = false
    }
    selection = selection.filter { geometry.index(of: $0) != nil }
    setNeedsLayout()
  }

  // MARK: Layout

  open override func layoutSublayers() {
    // A theme or a screen may have another touch target.
    if loadedRowHeight != rowHeight { needsReload = true }
    loadIfNeeded()
    contentSize = Size(width: max(bounds.width - contentInset.left - contentInset.right, 0), height: geometry.height)
    super.layoutSublayers()
    for row in shownRows { place(row) }
    updateRows()
    updateHeaders()
  }

  open override func didScroll() {
    // The positions are those of the old data until the next layout.
    guard !needsReload else { return }
    updateRows()
    updateHeaders()
  }

  open override func themeDidChange() {
    super.themeDidChange()
    // A color of the application stays.
    if contentBackgroundColor == themeBackgroundColor { contentBackgroundColor = theme.surfaceColor }
    themeBackgroundColor = theme.surfaceColor
    setNeedsLayout()
    for row in shownRows { row.theme = theme }
    for header in shownHeaders + spareHeaders { header.theme = theme }
    pool.setTheme(theme)
  }
}
