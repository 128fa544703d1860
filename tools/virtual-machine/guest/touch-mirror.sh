# Two screens of one card, each with a touch panel. The second screen is larger, so its frames have black
# bars. Each panel is touched, and the lines of "calibrate --check" cross there. Arguments: the position of the
# touch in the panel's units.
. /guest/touch-functions.sh
x=$1
y=$2
echo on >/sys/class/drm/card0-Virtual-2/status
plug 4 slots "First Panel"
plug 5 slots "Second Panel"
printf 'touch: {device: [First Panel], screens: {Virtual-2: Second Panel}}\n' >/tmp/board.yaml
for panel in 4 5; do
  rm -f /tmp/stats
  start calibrate --check --board /tmp/board.yaml --stats /tmp/stats
  wait_until 60 "the first frame" test -s /tmp/stats
  grep -q "mirroring on .*Virtual-2" /out/stderr || fail "the second screen is not mirrored: $(cat /out/stderr)"
  before=$(frames)
  printf 'down 0 %s %s\nsleep 30\nup 0\n' "$x" "$y" >&$panel
  wait_until 10 "a frame that answers a touch: $(cat /out/stderr)" has_more_frames "$before"
  wait_until_at_rest
  host screenshot "touched-$panel"
  host screenshot "second-$panel" 1
  terminate
done
unplug 4
unplug 5
