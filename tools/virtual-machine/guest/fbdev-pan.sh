# cartouche pans a framebuffer, and its driver keeps time or does not. Arguments: the mode of the library
# blanks.c, then those of cartouche.
mode=$1
shift
cartouche() {
  exec env LD_PRELOAD=/usr/lib/blanks.so BLANKS="$mode" /usr/bin/cartouche "$@"
}

picture() {
  framebuffer picture >"/out/$1.ppm"
}
is_still() {
  picture now
  cmp -s /out/now.ppm /tmp/last.ppm && ! cmp -s /out/now.ppm "/out/$other.ppm" && return 0
  cp /out/now.ppm /tmp/last.ppm
  usleep 1000000
  return 1
}
# still OTHER NAME: waits until the memory is at rest and differs from the picture OTHER.
still() {
  other=$1
  wait_until 60 "$2: $(tail -n 3 /out/stderr)" is_still
  mv /out/now.ppm "/out/$2.ppm"
  rm /tmp/last.ppm
}

echo "The console as it was." >/dev/tty1
evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
usleep 500000
framebuffer info >/out/info-before
picture before
/usr/bin/cartouche record /tmp/session.evemu >/tmp/recorder 2>&1 &
recorder=$!
wait_until 10 "the recorder" grep -q "^recording $panel" /tmp/recorder
: >/tmp/blanks
start "$@" --display fbdev --stats /tmp/stats
still before first
framebuffer info >/out/info-while
evemu-play "$panel" </recording/events
still first moved
cp /tmp/stats /out/stats
kill -INT "$recorder"
wait "$recorder" || true
cp /tmp/session.evemu /out/session.evemu
cp /tmp/blanks /out/blanks
from=$(cut -d ' ' -f 1 /proc/uptime | tr -d .)
terminate
echo $(($(cut -d ' ' -f 1 /proc/uptime | tr -d .) - from)) >/out/end-time
# A driver that never returns keeps its lock, so nothing can be asked of it.
[ "$mode" != hang ] || exit 0
usleep 300000
framebuffer info >/out/info-after
cmp -s /out/info-before /out/info-after || fail "the framebuffer is not as it was: $(cat /out/info-after)"
picture after
cmp -s /out/before.ppm /out/after.ppm || fail "the console is not as it was: before.ppm and after.ppm"

# After a crash the console is visible too, whatever page was shown.
start "$@" --display fbdev
still after crashing
kill -SEGV "$program"
wait "$program" || true
usleep 500000
picture crashed
cmp -s /out/before.ppm /out/crashed.ppm || fail "the console is not as it was after a crash: before.ppm and crashed.ppm"
