package import CartoucheRaster

/// The facts about a machine's displays, input devices and console, and about the user of this process.
///
/// ``read(card:framebuffer:)`` gathers the facts, and changes nothing. ``Diagnosis`` draws conclusions from
/// them.
package struct DeviceSurvey: Hashable, Sendable {
  /// Whether this process may open a device node, and who may.
  package struct Access: Hashable, Sendable {
    /// The `errno` value of the call that opens the node; 0 if the node was opened.
    package var errno: Int32 = 0
    /// The group of the node; nil if it is root's or unknown.
    package var group: String?
    /// Whether the members of the group may open the node for reading and writing.
    package var isForGroup = true

    package init(errno: Int32 = 0, group: String? = nil, isForGroup: Bool = true) {
      (self.errno, self.group, self.isForGroup) = (errno, group, isForGroup)
    }
  }

  /// A mode that a connector offers.
  package struct Mode: Hashable, Sendable {
    package var size: PixelSize
    package var refreshMillihertz: Int
    package var isPreferred = false
    package var isInterlaced = false

    package init(size: PixelSize, refreshMillihertz: Int, isPreferred: Bool = false, isInterlaced: Bool = false) {
      (self.size, self.refreshMillihertz) = (size, refreshMillihertz)
      (self.isPreferred, self.isInterlaced) = (isPreferred, isInterlaced)
    }
  }

  /// A connector of a graphics card.
  package struct Connector: Hashable, Sendable {
    package var name: String
    package var status: DisplayConnector.Status
    package var modes: [Mode] = []

    package init(name: String, status: DisplayConnector.Status, modes: [Mode] = []) {
      (self.name, self.status, self.modes) = (name, status, modes)
    }
  }

  /// A process that uses a device.
  package struct Holder: Hashable, Sendable {
    package var process: DeviceHolder
    /// The systemd service that the process belongs to, such as `lightdm.service`.
    package var service: String?

    package init(process: DeviceHolder, service: String? = nil) {
      (self.process, self.service) = (process, service)
    }
  }

  /// A graphics card's node in `/dev/dri`.
  package struct Card: Hashable, Sendable {
    package var path: String
    package var access = Access()
    /// The name of the driver; nil if the card was not opened.
    package var driver: String?
    /// Whether the card has connectors. Render engines have none.
    package var hasScreens = true
    package var connectors: [Connector] = []
    /// The pixel formats of the card's primary planes, such as `XR24`. Empty if they are unknown.
    package var formats: [String] = []
    /// Whether another program is the card's master.
    package var hasOtherMaster = false
    /// The program that is the card's master, or the programs that have the card open.
    package var holders: [Holder] = []

    package init(path: String) { self.path = path }
  }

  /// A `/dev/fb*` node.
  package struct Framebuffer: Hashable, Sendable {
    package var path: String
    package var access = Access()
    /// The name that the driver gives.
    package var name = ""
    package var size = PixelSize(width: 0, height: 0)
    /// The pixel format; nil if it is not supported.
    package var format: PixelFormat?
    /// The size and the channels, as text.
    package var layout = ""
    /// The processes that have mapped the framebuffer's memory.
    package var holders: [Holder] = []

    package init(path: String) { self.path = path }
  }

  /// An `event*` node in `/dev/input`.
  package struct Input: Hashable, Sendable {
    package var path: String
    package var access = Access()
    /// The capabilities of the device; nil if it was not opened.
    package var description: DeviceDescription?

    package init(path: String) { self.path = path }
  }

  /// The virtual terminal in front.
  package struct Console: Hashable, Sendable {
    /// The names are those of the kernel's `KD_…`: whether the kernel draws text.
    package enum Mode: Hashable, Sendable { case text, graphics }
    /// Whether typed keys reach the programs on the console.
    package enum Keyboard: Hashable, Sendable { case on, off }

    package var path: String
    package var access = Access()
    package var mode = Mode.text
    package var keyboard = Keyboard.on
    /// Whether a program is asked before the kernel switches consoles (`VT_PROCESS`).
    package var isSwitchedByProgram = false
    /// The processes that have opened the console themselves. A program that shows graphics does so, also
    /// while it waits for a screen.
    package var holders: [Holder] = []

    package init(path: String) { self.path = path }
  }

  /// A seat daemon that answers at a socket.
  package struct SeatDaemon: Hashable, Sendable {
    /// The path of the socket.
    package var path: String
    package var access = Access()
    /// Whether libseat is installed, without which the daemon is not asked.
    package var hasLibrary = true
    /// Whether programs of this user open devices through the daemon.
    package var opensDevices: Bool { access.errno == 0 && hasLibrary }

    package init(path: String) { self.path = path }
  }

  /// The user of this process.
  package struct User: Hashable, Sendable {
    package var name: String
    package var id: UInt32
    /// The groups of this process.
    package var groups: [String]
    /// The groups of which the file `/etc/group` says that the user is a member. After a change, a process
    /// has them from the next login on.
    package var memberships: [String] = []

    package init(name: String, id: UInt32, groups: [String], memberships: [String] = []) {
      (self.name, self.id, self.groups, self.memberships) = (name, id, groups, memberships)
    }
  }

  package var cards: [Card] = []
  package var framebuffers: [Framebuffer] = []
  package var inputs: [Input] = []
  /// The console in front; nil if the kernel has no virtual terminals.
  package var console: Console?
  /// The seat daemon; nil without one.
  package var seat: SeatDaemon?
  package var user: User

  package init(user: User) { self.user = user }
}
