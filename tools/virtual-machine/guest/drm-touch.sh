# A recorded finger moves the content of a DRM display. Arguments: those of cartouche.
echo "The console as it was." >/dev/tty1
evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
host screenshot before

start "$@" --display drm
wait_until_still before still
evemu-play "$panel" </recording/events
wait_until_still still moved
terminate_and_expect_the_console
