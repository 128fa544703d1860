# The driver says how the panel is mounted, and the board says nothing. Arguments: the position of a touch on the
# panel, and the arguments of cartouche.
. /guest/touch-functions.sh
x=$1
y=$2
shift 2
plug 4 slots "Acme Panel"
host screenshot before
start "$@"
wait_until_still before still
terminate
printf 'display: {kind: drm}\n' >/tmp/board.yaml
start calibrate --check --board /tmp/board.yaml --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
before=$(frames)
printf 'down 0 %s %s\nsleep 30\nup 0\n' "$x" "$y" >&4
wait_until 10 "a frame that answers a touch: $(cat /out/stderr)" has_more_frames "$before"
wait_until_at_rest
host screenshot touched
terminate
unplug 4
