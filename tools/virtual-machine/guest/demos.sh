# Uses demos one after another while `cartouche record` records each session. Arguments: the names of the
# demos.
echo "The console as it was." >/dev/tty1
evemu-device "/recording/$1" >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
host screenshot before

for name in "$@"; do
  : >/tmp/recorder # so that the output of the previous recorder is not taken for that of this one
  cartouche record "/out/$name.evemu" >/tmp/recorder 2>&1 &
  recorder=$!
  wait_until 10 "the recorder" grep -q "^recording $panel" /tmp/recorder
  start demo "$name" --display drm
  # The fog demo moves on its own, and is used while it does.
  if [ "$name" = fog ]; then
    wait_until_other before fog-still
  else
    wait_until_still before "$name-still"
  fi
  evemu-play "$panel" <"/recording/$name"
  wait_until_still "$name-still" "$name-moved"
  terminate
  usleep 200000
  host screenshot after
  cmp -s /out/before.ppm /out/after.ppm || fail "the console is not as it was: before.ppm and after.ppm"

  status=0
  kill -INT "$recorder"
  wait "$recorder" || status=$?
  [ "$status" = 130 ] || fail "the recorder ended by SIGINT with status $status, not 130: $(cat /tmp/recorder)"
done
