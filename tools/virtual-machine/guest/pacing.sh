# Drags a finger over a demo on vkms, whose refreshes have a real rate. Arguments: those of cartouche.
. /guest/touch-functions.sh
plug 4 slots "Panel"
start "$@" --display drm --stats /tmp/stats
wait_until 30 "the first frame" test -s /tmp/stats
usleep 500000
cat /recording/commands >&4 &
# On a busy host the finger's moves come more rarely than frames, so both are counted. They are counted once a
# second, because counting takes time from the program: the guest has one processor.
left=100
until [ "$(frames)" -ge 900 ] && [ "$(grep -c '"touch"' /tmp/stats)" -ge 740 ]; do
  left=$((left - 1))
  [ $left -gt 0 ] || fail "waited in vain for 900 frames, 740 of them with a touch: there are $(frames) and $(grep -c '"touch"' /tmp/stats)"
  sleep 1
done
terminate
cp /tmp/stats /out/stats
