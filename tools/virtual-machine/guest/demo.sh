# Uses a demo on a DRM display while `cartouche record` records the touches. Arguments: those of cartouche.
echo "The console as it was." >/dev/tty1
evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
host screenshot before

cartouche record /tmp/session.evemu >/tmp/recorder 2>&1 &
recorder=$!
wait_until 10 "the recorder" grep -q "^recording $panel" /tmp/recorder
start "$@" --display drm
wait_until_still before still
evemu-play "$panel" </recording/events
wait_until_still still moved
terminate_and_expect_the_console

status=0
kill -INT "$recorder"
wait "$recorder" || status=$?
[ "$status" = 130 ] || fail "the recorder ended by SIGINT with status $status, not 130: $(cat /tmp/recorder)"
cp /tmp/session.evemu /out/session.evemu
