public import CartoucheRaster
public import CartoucheScene

/// A layer that shows an image and follows a theme, like UIKit's `UIImageView`.
///
///     let turn = ImageView(arrow.withRenderingMode(.alwaysTemplate), theme: theme)
///
/// A template image has the color ``tintColor``, or the theme's tint color. Any other image has its own
/// colors, and an `ImageLayer` can show it too.
public final class ImageView: Layer, ThemedLayer {
  /// The theme whose tint color is the color of template images.
  public var theme: Theme { didSet { updateAppearance() } }

  /// The image that the view shows. If nil, no image is shown.
  public var image: Image? { didSet { imageLayer.contents = image } }

  /// The color of template images. If nil, the color is the theme's tint color.
  public var tintColor: Color? { didSet { updateAppearance() } }

  /// The rule for scaling and aligning the image if the image's size differs from the view's size.
  public var contentsGravity: ContentsGravity {
    get { imageLayer.contentsGravity }
    set { imageLayer.contentsGravity = newValue }
  }

  private let imageLayer = ImageLayer()

  /// Creates a view that is as large as its image, at the origin of its superlayer. One pixel is one point.
  public init(_ image: Image? = nil, theme: Theme) {
    (self.image, self.theme) = (image, theme)
    super.init(frame: Rect(x: 0, y: 0, width: Scalar(image?.size.width ?? 0), height: Scalar(image?.size.height ?? 0)))
    imageLayer.contentsGravity = .resizeAspect
    imageLayer.contents = image
    addSublayer(imageLayer)
    updateAppearance()
  }

  private func updateAppearance() {
    imageLayer.tintColor = tintColor ?? theme.tintColor
  }

  public override func layoutSublayers() {
    imageLayer.frame = bounds
  }
}
