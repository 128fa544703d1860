// What happens to the screen during a run: it is replaced, goes dark, or shows another console.
extension LiveRun {
  /// Follows a screen that was unplugged, plugged in or replaced.
  func updateConnection(probing: Bool) {
    // The display may close its descriptor.
    unwatchDisplay()
    let size = kiosk.size
    do throws(DisplayError) {
      let change = try connection?.update(probing: probing) ?? .none
      if change == .connected { kiosk.displayDidChange() }
      if change == .disconnected { cancelContacts() }
      if change != .none {
        // The frames of another screen are counted again.
        pipeline.confirmAllFrames()
        handledFlips = FlipProgress()
        pacer.displayDidChange(interval: pipeline.clock.interval)
      }
    } catch {
      failure = error
    }
    do throws(EventLoopError) {
      try watchDisplay()
      // Frames may have another place on a mirrored screen.
      if kiosk.size != size { screenDidResize() } else { touch?.updateMappings() }
    } catch {
      failure = .failed(errno: error.errno)
    }
  }

  func readConnectionMessages() {
    guard connection?.readMessages() == true else { return }
    if isActive { updateConnection(probing: true) } else { missedConnection = true }
  }

  // MARK: Dark screens and other virtual terminals

  /// Whether the screen is this program's and lit, so that frames are drawn.
  var isActive: Bool { hasScreen && blanking?.isBlank != true }
  var hasScreen: Bool { kiosk.session?.isActive ?? true }

  /// Lets the screen go dark or lights it, as the idle timer says.
  func followIdleTimer() {
    guard let blanking, hasScreen else { return }
    let now = EventLoop.now
    // A screen that is not plugged in has nothing to switch off.
    if connection?.wakeUp != nil, !blanking.isBlank { kiosk.idleTimer.restart(at: now) }
    kiosk.idleTimer.handle(contacts, at: now)
    kiosk.idleTimer.advance(to: now)
    guard blanking.setBlank(kiosk.idleTimer.isBlank) else { return }
    if blanking.isBlank {
      cancelContacts()
      armTimerWhileAway()
    } else {
      becomeActive()
      wake(at: now)
    }
  }

  func sessionDidChange() {
    kiosk.idleTimer.restart(at: EventLoop.now)
    touch?.isSuspended = !hasScreen
    desk?.setSuspended(!hasScreen)
    if hasScreen { return becomeActive() }
    // The other console must be visible.
    _ = blanking?.setBlank(false)
    cancelContacts()
    pipeline.confirmAllFrames()
  }

  /// Draws everything again, on the screen that is plugged in now.
  func becomeActive() {
    if missedConnection { updateConnection(probing: true) }
    missedConnection = false
    pipeline.redrawAll()
  }

  /// Cancels the fingers that are down, once. Their later events are dropped.
  func cancelContacts() {
    staleContacts.formUnion(pipeline.gestures.arena.contacts.map(\.id))
    pipeline.gestures.cancelAll(at: Timestamp(nanoseconds: EventLoop.now - start))
  }

  /// Runs posted work and wakes sleeping tasks, without a frame.
  func turnWhileAway() {
    // The time away is no delay of the frame that follows it.
    wanted = nil
    pipeline.advance(to: Timestamp(nanoseconds: EventLoop.now - start))
    pipeline.inbox.drain()
    armTimerWhileAway()
  }

  func armTimerWhileAway() {
    let status = hasScreen ? "The screen is dark." : "Another console is in front, so nothing is drawn."
    kiosk.service?.waiting(at: EventLoop.now, status: status)
    let next = [pipeline.sleepers.nextDeadline.map(monotonic), kiosk.service?.due].compactMap { $0 }.min()
    if let next { wake(at: next) } else { timer?.disarm() }
  }

  /// Removes the events of fingers that began, or were cancelled, while the screen was dark or unplugged, or
  /// another console was in front.
  ///
  /// - Parameter wasDark: Whether the screen was dark when the events came.
  func dropStaleContacts(wasDark: Bool) {
    let isUnseen = wasDark || !isActive || connection?.wakeUp != nil
    guard isUnseen || !staleContacts.isEmpty else { return }
    contacts.removeAll { event in
      switch event {
      case .began(let contact):
        if isUnseen { staleContacts.insert(contact.id) }
        return isUnseen
      case .moved(let contact): return isUnseen || staleContacts.contains(contact.id)
      case .ended(let contact), .cancelled(let contact): return staleContacts.remove(contact.id) != nil
      }
    }
  }

  /// Maps the positions of fingers to another size of the screen. Fingers that are down are cancelled.
  func screenDidResize() {
    staleContacts.formUnion(pipeline.gestures.arena.contacts.map(\.id))
    for event in contacts {
      switch event {
      case .began(let contact), .moved(let contact): staleContacts.insert(contact.id)
      case .ended(let contact), .cancelled(let contact): staleContacts.remove(contact.id)
      }
    }
    contacts.removeAll(keepingCapacity: true)
    pipeline.gestures.cancelAll(at: Timestamp(nanoseconds: EventLoop.now - start))
    touch?.updateMappings()
    desk?.screenDidResize()
  }
}
