# The card fails in the ways that drivers do. Arguments: atomic or legacy, and those of cartouche.
kind=$1
shift
cartouche() {
  # The faults are words, as in "LOST_FLIPS=1".
  # shellcheck disable=SC2086
  exec env LD_PRELOAD=/usr/lib/refuse.so $faults /usr/bin/cartouche "$@"
}

# calls KIND OUTCOME: prints how many calls to the card had this outcome.
calls() {
  grep -c "$1 $2" /tmp/refused || true
}

# begin FAULTS ARGUMENTS…: starts cartouche on a card with these faults, in front of an empty console.
begin() {
  faults=$1
  shift
  : >/tmp/refused
  host screenshot before
  start "$@"
}

evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)

# Modes and page flips are refused at first. Both are tried again.
begin "REFUSED_MODES=4 REFUSED_FLIPS=2" "$@"
wait_until_still before still
[ "$(calls mode refused)" = 4 ] || fail "not four refused modes: $(cat /tmp/refused)"
[ "$(grep -c "refuses the mode (Device or resource busy)" /out/stderr)" = 1 ] || fail "not one sentence: $(cat /out/stderr)"
evemu-play "$panel" </recording/events
wait_until_still still moved
calls flip accepted >/out/flips
[ "$(cat /out/flips)" -gt 0 ] || fail "no page flip after the refused ones: $(cat /tmp/refused)"
terminate

# The first page flip is lost, and nothing else is drawn: the frame is shown again.
begin "LOST_FLIPS=1" "$@"
wait_until_still before lost
[ "$(calls flip lost) $(calls flip accepted) $(calls mode accepted)" = "1 1 0" ] || fail "not shown again by one flip: $(cat /tmp/refused)"
terminate

# No page flip is reported: frames go on, and stop when nothing moves.
begin "LOST_EVENTS=1000000" "$@"
wait_until_still before silent
from=$(calls flip accepted)
evemu-play "$panel" </recording/events
wait_until_still silent turned
drawn=$(calls flip accepted)
echo $((drawn - from)) >/out/silent-flips
sleep 2
[ "$(calls flip accepted)" = "$drawn" ] || fail "page flips at rest: $(cat /tmp/refused)"
[ "$(calls mode accepted)" = 0 ] || fail "the mode was set: $(cat /tmp/refused)"
terminate

# The card lists a mode that it cannot show: its default mode is used instead. Only atomic drivers can tell.
if [ "$kind" = atomic ]; then
  begin "REFUSED_TESTS=1" "$@" --size 640x480
  wait_until_still before default
  [ "$(grep -c "refuses the mode 640x480 on .*default mode" /out/stderr)" = 1 ] || fail "not one sentence: $(cat /out/stderr)"
  [ "$(calls test refused)" = 1 ] || fail "not one refused test: $(cat /tmp/refused)"
  terminate
fi
