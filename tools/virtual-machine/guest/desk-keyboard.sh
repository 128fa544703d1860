# Leaves the program by keys and comes back, ends it by keys, and tries so with boards that forbid it. Arguments: those of
# cartouche.

# press KEY…: presses keys at the same time.
press() {
  local keys="" key
  for key in "$@"; do keys="$keys${keys:+, }{\"type\": \"qcode\", \"data\": \"$key\"}"; done
  host monitor "{\"execute\": \"send-key\", \"arguments\": {\"keys\": [$keys]}}"
  usleep 500000
}

front() {
  [ "$(vt | cut -d, -f1)" = "front $1" ]
}

expect_console() {
  [ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored $1: $(vt)"
}

wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

echo "The console as it was." >/dev/tty1
vt switch 2
echo "Another console." >/dev/tty2
usleep 300000
host screenshot other
vt switch 1
cat /dev/tty1 >/tmp/typed &

printf 'desk: {keyboard: all}\n' >/tmp/all.yaml
start "$@" --board /tmp/all.yaml
wait_until_still other shown
grep -q "the keyboard \"" /out/stderr || fail "no notice of the keyboard: $(cat /out/stderr)"
press a
press ret
[ ! -s /tmp/typed ] || fail "typed keys reached the hidden console: $(cat /tmp/typed)"
press ctrl alt f2
wait_until 5 "console 2: $(vt)" front 2
usleep 300000
host screenshot now
cmp -s /out/now.ppm /out/other.ppm || fail "console 2 is not shown: now.ppm"
[ "$(ls -l "/proc/$program/fd" | grep -c /dev/input/event)" = 0 ] || fail "the keyboard is open while another console is in front"
before=$(wake_ups)
press a
press ret
[ "$(wake_ups)" = "$before" ] || fail "keys of another console wake the program"
press ctrl alt f1
wait_until 5 "console 1: $(vt)" front 1
wait_until_still other again
cmp -s /out/shown.ppm /out/again.ppm || fail "the picture is not as it was: again.ppm"
press ctrl c
status=0
wait "$program" || status=$?
[ "$status" = 130 ] || fail "Ctrl and C ended the program with status $status, not 130: $(cat /out/stderr)"
expect_console "after Ctrl and C"

# A kiosk in public: keys only type.
printf 'desk: {keyboard: text}\n' >/tmp/text.yaml
for board in text never; do
  printf 'desk: {keyboard: %s}\n' $board >/tmp/$board.yaml
  start "$@" --board /tmp/$board.yaml
  wait_until 10 "the graphics" sh -c 'vt | grep -q graphics'
  usleep 500000
  press ctrl alt f2
  press ctrl c
  press ctrl alt backspace
  front 1 && kill -0 "$program" || fail "the board with keyboard: $board can be left by keys: $(vt)"
  terminate
done

# Without a word in the board: an interactive shell on the console, and a service manager.
start_on_console() {
  : >/out/stdout >/out/stderr
  setsid -c sh "$@" </dev/tty1 >/out/stdout 2>/out/stderr &
  shell=$!
  wait_until 10 "the graphics: $(cat /out/stderr)" sh -c 'vt | grep -q graphics'
  usleep 700000
}
command="cartouche $* --size 320x240"
start_on_console -mc "$command; true"
grep -q "the keyboard \"" /out/stderr || fail "a program of an interactive shell does not read the keyboard: $(cat /out/stderr)"
press ctrl alt backspace
wait_until 10 "the end by Ctrl, Alt and Backspace: $(cat /out/stderr)" sh -c "! kill -0 $shell 2>/dev/null"
expect_console "after Ctrl, Alt and Backspace"
start_on_console -c "$command; true"
press ctrl alt backspace
press ctrl alt f2
front 1 && kill -0 "$shell" || fail "the program of a service manager can be left by keys: $(vt)"
! grep -q "the keyboard \"" /out/stderr || fail "the program of a service manager reads the keyboard"
killall cartouche
wait "$shell" || true
expect_console "at the end"
echo "left by Ctrl-Alt-F2 and back by Ctrl-Alt-F1 with the same picture, ended by Ctrl-C with status 130 and by Ctrl-Alt-Backspace; 0 wake-ups by keys of another console" >/out/figures
