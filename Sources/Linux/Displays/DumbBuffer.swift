internal import CDRM
internal import CartoucheRaster
internal import Glibc

/// A dumb buffer: memory that a graphics card can scan out, mapped for writing.
///
/// Every DRM driver offers dumb buffers.
struct DumbBuffer: ~Copyable {
  let framebuffer: UInt32
  let bytesPerRow: Int
  let address: UnsafeMutableRawPointer
  /// Whether a screen that shows the buffer at the end goes on showing it. Kernels before 6.8 switch it off.
  var staysOnScreen = false

  /// The card's file descriptor, which this value does not own. The file descriptor must stay open as long as
  /// the buffer lives.
  private let card: Int32
  private let handle: UInt32
  private let byteCount: Int

  /// Allocates the memory of a dumb buffer, registers it as a framebuffer and maps it.
  ///
  /// - Parameters:
  ///   - card: The open file descriptor of the card.
  ///   - path: The path of the card's node, for error messages.
  init(card: Int32, path: String, size: PixelSize, format: PixelFormat) throws(DisplayOpeningError) {
    var (handle, pitch, byteCount) = (UInt32(0), UInt32(0), UInt64(0))
    var result = drmModeCreateDumbBuffer(
      card, UInt32(size.width), UInt32(size.height), UInt32(format.bytesPerPixel * 8), 0, &handle, &pitch, &byteCount)
    // A driver without this depth refuses here; one with the depth but not the channel order refuses below.
    if result == -EINVAL && format.bytesPerPixel != 4 { throw .unsupportedFormat(path: path, format: format, layout: nil) }
    guard result == 0 else { throw .failed(path: path, call: "making a buffer of \(size.width)x\(size.height)", errno: -result) }

    let code =
      switch format {
      case .xrgb8888: cartouche_drm_format_xrgb8888
      case .rgb565: cartouche_drm_format_rgb565
      case .argb8888: cartouche_drm_format_argb8888
      case .xbgr8888: cartouche_drm_format_xbgr8888
      case .rgb888: cartouche_drm_format_rgb888
      case .bgr565: cartouche_drm_format_bgr565
      case .rgbx8888: cartouche_drm_format_rgbx8888
      case .bgrx8888: cartouche_drm_format_bgrx8888
      case .bgr888: cartouche_drm_format_bgr888
      case .xrgb1555: cartouche_drm_format_xrgb1555
      case .xbgr1555: cartouche_drm_format_xbgr1555
      case .rgbx5551: cartouche_drm_format_rgbx5551
      case .xrgb2101010: cartouche_drm_format_xrgb2101010
      }
    let (handles, pitches, offsets): ([UInt32], [UInt32], [UInt32]) = ([handle, 0, 0, 0], [pitch, 0, 0, 0], [0, 0, 0, 0])
    var framebuffer: UInt32 = 0
    result = drmModeAddFB2(card, UInt32(size.width), UInt32(size.height), code, handles, pitches, offsets, &framebuffer, 0)
    guard result == 0 else {
      drmModeDestroyDumbBuffer(card, handle)
      if result == -EINVAL || result == -ENOENT { throw .unsupportedFormat(path: path, format: format, layout: nil) }
      throw .failed(path: path, call: "adding a framebuffer", errno: -result)
    }

    var offset: UInt64 = 0
    result = drmModeMapDumbBuffer(card, handle, &offset)
    let mapped = result == 0 ? mmap(nil, Int(byteCount), PROT_READ | PROT_WRITE, MAP_SHARED, card, Int(offset)) : MAP_FAILED
    guard let mapped, mapped != MAP_FAILED else {
      let number = result == 0 ? errno : -result
      drmModeRmFB(card, framebuffer)
      drmModeDestroyDumbBuffer(card, handle)
      throw .failed(path: path, call: "mapping a buffer", errno: number)
    }
    self.framebuffer = framebuffer
    bytesPerRow = Int(pitch)
    address = mapped
    self.card = card
    self.handle = handle
    self.byteCount = Int(byteCount)
  }

  deinit {
    munmap(address, byteCount)
    // A kernel without CLOSEFB answers ENOTTY or EINVAL.
    if !staysOnScreen || cartouche_drm_close_framebuffer(card, framebuffer) != 0 { drmModeRmFB(card, framebuffer) }
    drmModeDestroyDumbBuffer(card, handle)
  }
}
