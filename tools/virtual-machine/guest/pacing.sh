# Drags a finger over a demo on vkms, whose refreshes have a real rate. Arguments: those of cartouche.
. /guest/touch-functions.sh
plug 4 slots "Panel"
start "$@" --display drm --stats /tmp/stats
wait_until 30 "the first frame" test -s /tmp/stats
usleep 500000
cat /recording/commands >&4
has_frames() {
  [ "$(frames)" -ge 900 ]
}
wait_until 40 "900 frames" has_frames
terminate
cp /tmp/stats /out/stats
