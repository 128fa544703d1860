# A board names a panel: a keyboard whose name begins alike is not taken for it. With fingers that have no
# ids, the panel shows the same pictures as with fingers that have ids.
. /guest/touch-functions.sh
printf 'display: {kind: drm}\ntouch: {device: Acme Panel}\n' >/tmp/board.yaml

# play KIND: drags a finger, and then another finger that a device of protocol A lists first.
play() {
  plug 5 "$1" "Acme Panel"
  rm -f /tmp/stats
  start demo belt --board /tmp/board.yaml --stats /tmp/stats
  wait_until 60 "the first frame" test -s /tmp/stats
  drag 5 "a finger of a device of the kind $1"
  wait_until_at_rest
  host screenshot "$1-one"
  before=$(frames)
  printf 'down 1 300 60\nsleep 100\nmove 1 302 60\nsleep 100\nmove 0 110 150\n' >&5
  wait_until 10 "a frame that answers the first finger" has_more_frames "$before"
  wait_until_at_rest
  host screenshot "$1-two"
  unplug 5
  terminate
}

plug 4 keyboard "Acme Panel Keyboard"
play slots
play anonymous
cmp -s /out/slots-one.ppm /out/anonymous-one.ppm || fail "one finger: slots-one.ppm and anonymous-one.ppm differ"
cmp -s /out/slots-two.ppm /out/anonymous-two.ppm || fail "two fingers: slots-two.ppm and anonymous-two.ppm differ"
! cmp -s /out/slots-one.ppm /out/slots-two.ppm || fail "the second movement changed nothing"
echo "0 pixels differ between fingers with and without ids" >/out/figures
unplug 4
