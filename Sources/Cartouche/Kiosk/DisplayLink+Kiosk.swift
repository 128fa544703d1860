extension DisplayLink {
  /// Adds the display link to a kiosk. From the next frame on, the kiosk calls the link's handler.
  ///
  /// If the link already belongs to a kiosk, it is first removed from that kiosk.
  public func add(to kiosk: Kiosk) {
    add(to: kiosk.pipeline.clock)
  }
}
