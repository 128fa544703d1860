internal import CLinux
internal import CartoucheRaster
internal import Glibc

/// An open framebuffer node, its layout, and the rows of its memory that may be shown.
///
/// A page is as many rows as the screen has. With memory for two pages, a frame is written to the page that
/// the panel does not read, and panning (FBIOPAN_DISPLAY) shows it.
final class FramebufferNode {
  let path: String
  private let descriptor: Descriptor
  /// The driver's description of the screen before this program changed it.
  private let original: fb_var_screeninfo
  private var variable: fb_var_screeninfo
  private var fixed: fb_fix_screeninfo
  private(set) var layout: FramebufferLayout
  /// Whether the memory has two pages, between which the driver can pan.
  private(set) var hasTwoPages = false

  /// Opens a framebuffer node, without changing it.
  init(path: String) throws(DisplayOpeningError) {
    let number = cartouche_open(path, O_RDWR)
    guard number >= 0 else { throw DisplayOpeningError(opening: path, errno: -number) }
    descriptor = Descriptor(number)
    guard let (variable, fixed) = Self.screenInfo(number) else {
      throw .notADisplay(path: path, reason: "it is not a framebuffer")
    }
    self.path = path
    (original, self.variable, self.fixed) = (variable, variable, fixed)
    layout = FramebufferLayout(FramebufferLayout.ScreenInfo(variable, fixed))
  }

  /// The node's file descriptor.
  var number: Int32 { descriptor.number }

  /// The first visible row.
  var visibleRow: Int { Int(variable.yoffset) }

  /// Makes room for two pages, if the driver can pan. The layout must fit in the memory.
  ///
  /// Some drivers accept a larger memory and change nothing, so the result is read back. If something else
  /// changed, the memory gets its original size.
  func makeTwoPages() {
    hasTwoPages = isPannable
    // A driver that cannot pan by rows needs no memory for it.
    guard !hasTwoPages, fixed.ypanstep > 0, original.yres_virtual < 2 * original.yres else { return }
    var wanted = original
    (wanted.yres_virtual, wanted.yoffset, wanted.activate) = (2 * original.yres, 0, UInt32(FB_ACTIVATE_NOW))
    guard cartouche_ioctl(number, UInt(FBIOPUT_VSCREENINFO), &wanted) >= 0 else { return }
    update()
    hasTwoPages = isPannable && isSameScreen
    guard !hasTwoPages else { return }
    putOriginal()
    update()
  }

  /// Reads the driver's description again, after another virtual terminal was in front.
  ///
  /// The driver is asked for the original screen if another program changed it.
  ///
  /// - Returns: Whether the size, the format and the memory of the frames are the same.
  func reload() -> Bool {
    let hadTwoPages = hasTwoPages
    update()
    if !isSameScreen {
      putOriginal()
      update()
    }
    if hadTwoPages, !isPannable { makeTwoPages() }
    hasTwoPages = hadTwoPages && isPannable
    return isSameScreen
  }

  /// Sets the first visible row, and reads it back.
  ///
  /// - Returns: 0, or the `errno` value of the refused call. EINVAL also if the driver changed nothing.
  static func pan(_ number: Int32, row: UInt32) -> Int32 {
    var variable = fb_var_screeninfo()
    var result = cartouche_ioctl(number, UInt(FBIOGET_VSCREENINFO), &variable)
    guard result >= 0 else { return -result }
    (variable.yoffset, variable.activate) = (row, UInt32(FB_ACTIVATE_VBL))
    result = cartouche_ioctl(number, UInt(FBIOPAN_DISPLAY), &variable)
    guard result >= 0 else { return -result }
    result = cartouche_ioctl(number, UInt(FBIOGET_VSCREENINFO), &variable)
    guard result >= 0 else { return -result }
    return variable.yoffset == row ? 0 : EINVAL
  }

  /// Reads which rows are visible, after panning.
  func updateVisibleRow() {
    update()
  }

  /// Shows the rows, and gives the memory the size, of before this program.
  func restore() {
    update()
    if variable.yres_virtual != original.yres_virtual {
      putOriginal()
    } else if variable.yoffset != original.yoffset {
      _ = Self.pan(number, row: original.yoffset)
    }
  }

  /// Switches the screen off or on.
  ///
  /// - Parameter level: FB_BLANK_UNBLANK is 0, FB_BLANK_POWERDOWN is 4.
  func setPower(_ level: Int) -> Bool {
    cartouche_ioctl_value(number, UInt(FBIOBLANK), level) >= 0
  }

  private func putOriginal() {
    var wanted = original
    wanted.activate = UInt32(FB_ACTIVATE_NOW)
    _ = cartouche_ioctl(number, UInt(FBIOPUT_VSCREENINFO), &wanted)
  }

  private func update() {
    guard let (variable, fixed) = Self.screenInfo(number) else { return }
    (self.variable, self.fixed) = (variable, fixed)
    layout = FramebufferLayout(FramebufferLayout.ScreenInfo(variable, fixed))
  }

  /// Whether the memory has two pages, and the driver shows each.
  private var isPannable: Bool {
    let rows = variable.yres
    guard rows > 0, fixed.ypanstep > 0, rows % UInt32(fixed.ypanstep) == 0 else { return false }
    return variable.yres_virtual / 2 >= rows && layout.fitsInMemory(firstRow: Int(rows))
  }

  private var isSameScreen: Bool {
    let before = FramebufferLayout(FramebufferLayout.ScreenInfo(original, fixed))
    return layout.fitsInMemory && layout.size == before.size && layout.format == before.format
      && layout.bytesPerRow == before.bytesPerRow && variable.xoffset == original.xoffset
  }

  private static func screenInfo(_ number: Int32) -> (fb_var_screeninfo, fb_fix_screeninfo)? {
    var (variable, fixed) = (fb_var_screeninfo(), fb_fix_screeninfo())
    guard cartouche_ioctl(number, UInt(FBIOGET_VSCREENINFO), &variable) >= 0,
      cartouche_ioctl(number, UInt(FBIOGET_FSCREENINFO), &fixed) >= 0
    else { return nil }
    return (variable, fixed)
  }
}
