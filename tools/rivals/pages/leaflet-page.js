// A map of Leaflet with pictures of 512 pixels that were drawn beforehand. It cannot rotate.
// Leaflet's world is 256 · 2^zoom pixels wide, so its zoom is greater by one than that of a camera.
const first = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const map = L.map('map', { zoomControl: false, attributionControl: false, fadeAnimation: false, zoomAnimation: false, zoomSnap: 0, inertia: false });
const levels = { tileSize: 512, zoomOffset: -1, minNativeZoom: Math.floor(first[2]) + 1, maxNativeZoom: Math.floor(first[2]) + 3, maxZoom: 24, keepBuffer: 4 };
const tiles = L.tileLayer('pictures/{z}/{x}/{y}.png', levels).addTo(map);
const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
let shown = first;

window.complete = new Promise(resolve => tiles.once('load', async () => {
  await frame();
  await frame();
  resolve({ time: Date.now(), version: L.version });
}));

window.show = async camera => {
  shown = camera;
  map.setView([camera[1], camera[0]], camera[2] + 1, { animate: false });
  do await frame(); while (tiles.isLoading());
};
window.show(first);

// Shows each camera for a frame, and returns the frames a second. At one zoom, Leaflet moves its tiles.
window.play = async cameras => {
  const start = performance.now();
  for (const camera of cameras) {
    if (camera[2] === shown[2]) {
      const pixels = (camera[0] - shown[0]) / 360 * 512 * 2 ** camera[2];
      map.panBy([Math.round(pixels), 0], { animate: false });
    } else {
      map.setView([camera[1], camera[0]], camera[2] + 1, { animate: false });
    }
    shown = camera;
    await frame();
  }
  return cameras.length / (performance.now() - start) * 1000;
};
