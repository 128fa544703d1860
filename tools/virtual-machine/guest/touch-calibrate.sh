# Calibrates a panel whose positions are scaled and shifted, and touches one pixel with the written board file.
. /guest/touch-functions.sh
x=$1
y=$2

# touch_pixel X Y [last]: touches the pixel for 0.4 s, and waits for a frame that answers unless it is the last.
# The panel uses nine tenths of its range.
touch_pixel() {
  local before
  before=$(frames)
  printf 'down 0 %s %s\nsleep 400\nup 0\n' $(($1 * 9 / 10 + 16)) $(($2 * 9 / 10 + 12)) >&4
  [ $# -gt 2 ] || wait_until 10 "a frame that answers the touch of $1 $2: $(cat /out/stderr)" has_more_frames "$before"
}

plug 4 slots "Acme Panel"
printf '# A bus\ndisplay: {kind: drm}\ntouch:\n  device: Acme Panel # the panel\n' >/tmp/board.yaml
rm -f /tmp/stats
start calibrate --board /tmp/board.yaml --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
touch_pixel 40 30
wait_until_at_rest
touch_pixel 280 210
wait_until_at_rest
touch_pixel 280 30
wait_until_at_rest
touch_pixel 40 210
wait_until_at_rest
touch_pixel 160 120 last
wait "$program" || fail "calibrate ended with status $?: $(cat /out/stderr)"
tail -n 1 /tmp/board.yaml >/out/figures
[ "$(grep -c . /tmp/board.yaml)" = 5 ] || fail "not one more line in the board file: $(cat /tmp/board.yaml)"

rm -f /tmp/stats
start calibrate --check --board /tmp/board.yaml --stats /tmp/stats
wait_until 60 "the first frame of the check" test -s /tmp/stats
touch_pixel "$x" "$y"
wait_until_at_rest
host screenshot check
terminate
unplug 4
