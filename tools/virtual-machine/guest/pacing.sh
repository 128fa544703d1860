# Touches a demo on vkms, whose refreshes have a real rate. Arguments: those of cartouche.
evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
start "$@" --display drm --stats /tmp/stats
wait_until 30 "the first frame" test -s /tmp/stats
usleep 500000
evemu-play "$panel" </recording/events
sleep 11
terminate
cp /tmp/stats /out/stats
