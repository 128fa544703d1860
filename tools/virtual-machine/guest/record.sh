# Records a touchscreen, then plays the recording into an equal touchscreen and records that too. Recordings that
# are cut by a kill or a full disk stay.

# make_panel FILE: creates a touchscreen with this description. $panel is its node, $maker the process that
# keeps it.
make_panel() {
  : >/tmp/device # so that the node of the previous panel is not taken for that of this one
  evemu-device "$1" >/tmp/device &
  maker=$!
  wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
  panel=$(sed 's/.*: //' /tmp/device)
}

# record_while_playing EVENTS NAME SIGNAL STATUS: plays EVENTS into the panel while cartouche records it as
# /out/NAME.evemu.
record_while_playing() {
  local status=0
  start record "/tmp/$2.evemu"
  wait_until 10 "the recorder" grep -q "^recording $panel" /out/stderr
  evemu-play "$panel" <"$1"
  usleep 300000
  [ ! -e "/tmp/$2.evemu" ] || fail "the file exists before it is complete"
  kill "-$3" "$program"
  wait "$program" || status=$?
  [ "$status" = "$4" ] || fail "ended by SIG$3 with status $status, not $4: $(cat /out/stderr)"
  cp "/tmp/$2.evemu" "/out/$2.evemu"
}

make_panel /recording/description
record_while_playing /recording/events first INT 130
kill "$maker"
wait "$maker" || true

make_panel /tmp/first.evemu
record_while_playing /tmp/first.evemu second TERM 143

# A recording that is killed stays, and the next one does not overwrite it.
start record /tmp/killed.evemu
wait_until 10 "the recorder" grep -q "^recording $panel" /out/stderr
evemu-play "$panel" </tmp/first.evemu
usleep 300000
kill -KILL "$program"
wait "$program" || true
[ ! -e /tmp/killed.evemu ] || fail "the file of the killed recorder has the name of a complete one"
cp /tmp/killed.partial.evemu /out/killed.evemu
status=0
cartouche record /tmp/killed.evemu --seconds 1 >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "recording over a killed recording ended with status $status, not 1"
grep -q "killed.partial.evemu.*rename or remove it" /out/stderr || fail "no sentence: $(cat /out/stderr)"
cmp /tmp/killed.partial.evemu /out/killed.evemu || fail "the killed recording has changed"

# On a full disk the recorder ends, and the touches before that stay.
mkdir /tmp/small
mount -t tmpfs -o size=8k none /tmp/small
start record /tmp/small/full.evemu
wait_until 10 "the recorder" grep -q "^recording $panel" /out/stderr
evemu-play "$panel" </tmp/first.evemu
status=0
wait "$program" || status=$?
[ "$status" = 1 ] || fail "on a full disk the recorder ended with status $status, not 1: $(cat /out/stderr)"
grep -q "No space left on device.*are in /tmp/small/full.partial.evemu" /out/stderr || fail "no sentence: $(cat /out/stderr)"
cp /tmp/small/full.partial.evemu /out/full.evemu

# Without touches there is an error and no file.
status=0
cartouche record /tmp/nothing.evemu --seconds 0.3 >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "recording without touches ended with status $status, not 1"
grep -q "there were no touches" /out/stderr || fail "no sentence: $(cat /out/stderr)"
[ ! -e /tmp/nothing.evemu ] || fail "a file without events"
kill "$maker"
wait "$maker" || true

status=0
cartouche record /tmp/none.evemu --seconds 1 >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "recording without a touchscreen ended with status $status, not 1"
