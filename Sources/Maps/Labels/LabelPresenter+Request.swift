import CartoucheRaster

extension LabelPresenter {
  /// What a placement depends on.
  struct Request: Equatable {
    var revision: Int
    var a: Int64
    var b: Int64
    var zoom: Scalar
    var corner: PixelPoint
    var size: Size
    var isMoving: Bool
    var faceCount: Int
    var obstacles: [Rect]
  }
}
