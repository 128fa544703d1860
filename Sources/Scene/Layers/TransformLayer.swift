/// A layer that gives its sublayers one three-dimensional space: the nearer is drawn over the farther.
///
/// It draws nothing itself: no background, no border, no content. Its transform and its opacity reach its sublayers.
public final class TransformLayer: Layer {
}
