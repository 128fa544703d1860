// A map of Qt Location, whose plugin for vector tiles is an early MapLibre Native in a scene of Qt Quick.
// qt.py fills in what stands between at signs, and reads the lines that begin with "rivals".
import QtQuick 2.15
import QtQuick.Window 2.15
import QtLocation 5.15
import QtPositioning 5.15

Window {
  id: window
  width: @WIDTH@
  height: @HEIGHT@
  visible: true

  property var moves: @MOVES@
  property var names: Object.keys(moves)
  property int move: 0
  property int frame: -1

  Map {
    id: map
    anchors.fill: parent
    copyrightsVisible: false
    plugin: Plugin {
      name: "mapboxgl"
      PluginParameter { name: "mapboxgl.mapping.additional_style_urls"; value: "@STYLE@" }
      PluginParameter { name: "mapboxgl.mapping.use_fbo"; value: false }
      PluginParameter { name: "mapboxgl.mapping.cache.memory"; value: true }
    }
  }

  // Qt's world is 256 · 2^zoom pixels wide. A little below a whole zoom it would take the tiles of the zoom
  // below.
  function show(camera) {
    map.center = QtPositioning.coordinate(camera[1], camera[0])
    map.zoomLevel = camera[2] + 1.0005
    map.bearing = (camera[3] + 360) % 360
  }

  function next() {
    var cameras = moves[names[move]]
    if (frame < 0) return
    frame += 1
    if (frame < cameras.length) { show(cameras[frame]); return }
    frame = -1
    rest.start()
  }

  function prepare() {
    if (move >= names.length) { console.log("rivals end"); return }
    show(moves[names[move]][0])
    begin.start()
  }

  Component.onCompleted: show(moves[names[0]][0])
  onFrameSwapped: next()
  Timer { interval: 8000; running: true; onTriggered: { console.log("rivals shown"); window.prepare() } }
  Timer { id: begin; interval: 1500; onTriggered: { console.log("rivals begin"); window.frame = 0; window.next() } }
  Timer { id: rest; interval: 500; onTriggered: { console.log("rivals done"); window.move += 1; window.prepare() } }
}
