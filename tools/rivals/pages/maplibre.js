// A map of MapLibre GL JS. A camera is [longitude, latitude, zoom, bearing]; #camera in the address is the
// first one.
const options = ([longitude, latitude, zoom, bearing]) => ({ center: [longitude, latitude], zoom, bearing });
const map = new maplibregl.Map({
  container: 'map', style: 'style.json', attributionControl: false, fadeDuration: 0, pixelRatio: 1,
  ...options(JSON.parse(decodeURIComponent(location.hash.slice(1)))),
});
const failed = new Promise((_, reject) => map.on('error', event => reject(event.error)));
const idle = () => new Promise(resolve => map.once('idle', resolve));
const rendered = () => new Promise(resolve => map.once('render', resolve));

// Resolves with the time of day in milliseconds when every tile and label is drawn, or fails with the map's
// first error.
window.complete = Promise.race([failed, idle().then(() => ({ time: Date.now(), version: maplibregl.getVersion() }))]);

window.show = async camera => {
  map.jumpTo(options(camera));
  map.triggerRepaint();
  await idle();
};

// Shows each camera for a frame, and returns the frames a second.
window.play = async cameras => {
  const start = performance.now();
  for (const camera of cameras) {
    map.jumpTo(options(camera));
    await rendered();
  }
  return cameras.length / (performance.now() - start) * 1000;
};
