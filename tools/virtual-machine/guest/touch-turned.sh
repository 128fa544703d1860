# Touches one pixel of the panel, for each rotation of the screen, with a panel that counts from left to right
# and with one that counts from right to left. Each time, the lines of "calibrate --check" cross at the pixel.
. /guest/touch-functions.sh
x=$1
y=$2
plug 4 slots "Acme Panel"
# The board names the panel twice, by its id and by a link. It is opened once.
ln -s "$(cat /tmp/node-4)" /dev/input/panel
for mirror in none x; do
  for rotation in 0 90 180 270; do
    printf 'display: {kind: drm, rotation: %s}\ntouch: {device: [0001:0002, Other Panel, /dev/input/panel], mirror: %s}\n' $rotation $mirror >/tmp/board.yaml
    rm -f /tmp/stats
    start calibrate --check --board /tmp/board.yaml --stats /tmp/stats
    wait_until 60 "the first frame" test -s /tmp/stats
    before=$(frames)
    case $mirror in
      none) raw=$x ;;
      x) raw=$((319 - x)) ;;
    esac
    printf 'down 0 %s %s\nsleep 30\nup 0\n' "$raw" "$y" >&4
    wait_until 10 "a frame that answers a touch: $(cat /out/stderr)" has_more_frames "$before"
    wait_until_at_rest
    host screenshot "$rotation-$mirror"
    opened=$(ls -l "/proc/$program/fd" | grep -c /dev/input/event)
    [ "$opened" = 1 ] || fail "the panel is opened $opened times"
    terminate
  done
done
unplug 4
