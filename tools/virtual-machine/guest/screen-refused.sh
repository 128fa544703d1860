# The card refuses modes and page flips at first. Arguments: those of cartouche.
cartouche() {
  exec env LD_PRELOAD=/usr/lib/refuse.so /usr/bin/cartouche "$@"
}

evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
: >/tmp/refused
host screenshot before
start "$@"
wait_until_still before still
[ "$(grep -c "mode refused" /tmp/refused)" = 4 ] || fail "not four refused modes: $(cat /tmp/refused)"
[ "$(grep -c "refuses the mode (Device or resource busy)" /out/stderr)" = 1 ] || fail "not one sentence: $(cat /out/stderr)"
evemu-play "$panel" </recording/events
wait_until_still still moved
grep -c "flip accepted" /tmp/refused >/out/flips || fail "no page flip after the refused ones"
terminate
