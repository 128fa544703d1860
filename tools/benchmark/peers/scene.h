// Reader of the SCN1 scene files (format: ../SCENES.md) and the timing loop every C/C++ peer shares.
// usage: bench_PEER SCENE WIDTH HEIGHT ITER [OUT.ppm]   (SCENES_DIR in the environment, by default scenes)
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <string>
#include <vector>
#include <algorithm>
#include <time.h>
struct Pt { float x, y; };
struct Paint { uint32_t kind, c0, c1; float p[4]; };
struct Glyph { uint32_t cp; float x, y; };
enum { OP_RECT=1, OP_POLY, OP_LINE, OP_CIRCLE, OP_RRECT, OP_SHADOW, OP_IMGDEF, OP_IMG, OP_IMGP, OP_TEXT };
struct Cmd {
  uint32_t op = 0; Paint paint{}; uint32_t rule = 0, id = 0, bcol = 0, iw = 0, ih = 0;
  float v[9]{};                       // op's floats: RECT x y w h; LINE width; CIRCLE cx cy r; RRECT x y w h r bw; SHADOW x y w h r sigma dx dy; IMG 6; IMGP 9; TEXT size
  std::vector<Pt> pts; std::vector<Glyph> glyphs; std::vector<uint32_t> px;
};
struct Scene { uint32_t w = 0, h = 0; std::vector<Cmd> cmds; const Cmd* image(uint32_t id) const { for (auto& c : cmds) if (c.op == OP_IMGDEF && c.id == id) return &c; return nullptr; } };
static Scene load_scene(const char* path) {
  Scene s; FILE* f = fopen(path, "rb"); if (!f) { perror(path); exit(1); }
  std::vector<uint32_t> b; uint32_t w; while (fread(&w, 4, 1, f) == 1) b.push_back(w); fclose(f);
  auto F = [&](size_t i) { float r; memcpy(&r, &b[i], 4); return r; };
  s.w = b[1]; s.h = b[2]; size_t i = 4;
  for (uint32_t k = 0; k < b[3]; k++) {
    Cmd c; c.op = b[i]; size_t n = b[i+1], p = i + 2, q = p;
    if (c.op != OP_IMGDEF && c.op != OP_IMG && c.op != OP_IMGP) { c.paint.kind = b[p]; c.paint.c0 = b[p+1]; c.paint.c1 = b[p+2]; for (int j = 0; j < 4; j++) c.paint.p[j] = F(p+3+j); q = p + 8; }
    auto floats = [&](int m) { for (int j = 0; j < m; j++) c.v[j] = F(q + j); q += m; };
    auto points = [&](uint32_t m) { c.pts.resize(m); memcpy(c.pts.data(), &b[q], m * 8); };
    switch (c.op) {
      case OP_RECT: floats(4); break;
      case OP_POLY: c.rule = b[q]; q += 2; points(b[q-1]); break;
      case OP_LINE: floats(1); q++; points(b[q-1]); break;
      case OP_CIRCLE: floats(3); break;
      case OP_RRECT: floats(6); c.bcol = b[q]; break;
      case OP_SHADOW: floats(8); break;
      case OP_IMGDEF: c.id = b[q]; c.iw = b[q+1]; c.ih = b[q+2]; c.px.assign(&b[q+3], &b[q+3] + c.iw * c.ih); break;
      case OP_IMG: c.id = b[q++]; floats(6); break;
      case OP_IMGP: c.id = b[q++]; floats(9); break;
      case OP_TEXT: floats(1); { uint32_t m = b[q++]; c.glyphs.resize(m); memcpy(c.glyphs.data(), &b[q], m * 12); } break;
    }
    s.cmds.push_back(std::move(c)); i += 2 + n;
  }
  return s;
}
static inline uint32_t premul(uint32_t c) { uint32_t a = c >> 24; auto m = [&](uint32_t v) { return (v * a + 127) / 255; }; return a << 24 | m(c >> 16 & 255) << 16 | m(c >> 8 & 255) << 8 | m(c & 255); }
static inline double now_ms() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e3 + t.tv_nsec * 1e-6; }
// A peer. setup() (surface, paths, patterns, fonts) is not timed, frame() is. pixels() gives 32-bit BGRA.
struct Peer {
  virtual bool setup(const Scene& s) = 0;         // false: this peer has no such feature
  virtual void frame() = 0;
  virtual uint32_t* pixels(int& stride_words) = 0;
  virtual ~Peer() {}
};
static int bench_main(int argc, char** argv, const char* name, Peer& p) {
  if (argc < 5) { fprintf(stderr, "usage: %s SCENE WIDTH HEIGHT ITER [OUT.ppm]\n", argv[0]); return 2; }
  const char* dir = getenv("SCENES_DIR"); char path[512];
  snprintf(path, sizeof path, "%s/%s_%sx%s.scn", dir ? dir : "scenes", argv[1], argv[2], argv[3]);
  Scene s = load_scene(path); int iter = atoi(argv[4]);
  if (!p.setup(s)) { printf("%s %s %s %s n/a\n", name, argv[1], argv[2], argv[3]); return 0; }
  for (auto& c : s.cmds) if (c.op > OP_TEXT) { printf("%s %s %s %s n/a\n", name, argv[1], argv[2], argv[3]); return 0; }
  int st; uint32_t* px = p.pixels(st);
  for (uint32_t y = 0; y < s.h; y++) for (uint32_t x = 0; x < s.w; x++) px[y*st+x] = 0xffffffffu;
  p.frame(); px = p.pixels(st);
  if (argc > 5 && argv[5][0]) { FILE* o = fopen(argv[5], "wb"); fprintf(o, "P6\n%u %u\n255\n", s.w, s.h); for (uint32_t y = 0; y < s.h; y++) for (uint32_t x = 0; x < s.w; x++) { uint32_t c = px[y*st+x]; uint8_t b[3] = {uint8_t(c>>16), uint8_t(c>>8), uint8_t(c)}; fwrite(b, 1, 3, o); } fclose(o); }
  // ITER frames; for 0, those of about 0.6 s, at least 5. Short frames are timed in batches of >= 0.2 ms.
  if (const char* bf = getenv("BENCH_FRAMES")) { for (int i = atoi(bf); i > 0; i--) p.frame(); return 0; }   // for callgrind: exactly that many more frames
  double t0 = now_ms(); p.frame(); double one = std::max(1e-4, now_ms() - t0);
  int batch = one < 0.2 ? int(0.2 / one) + 1 : 1; int n = iter > 0 ? iter : std::max(5, std::min(2000, int(600 / (one * batch))));
  const char* mx = getenv("BENCH_MAX"); if (mx) n = std::min(n, atoi(mx));
  std::vector<double> t; for (int i = 0; i < n; i++) { double a = now_ms(); for (int k = 0; k < batch; k++) p.frame(); t.push_back((now_ms() - a) / batch); }
  std::sort(t.begin(), t.end());
  printf("%s %s %s %s median %.4f min %.4f frames %d\n", name, argv[1], argv[2], argv[3], t.empty()?0:t[t.size()/2], t.empty()?0:t[0], n * batch);
  return 0;
}
