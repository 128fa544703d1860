# The console of the program is hung up, as a login does. Then another console is shown, several times. Arguments:
# those of cartouche.
taken="front 1, graphics, keyboard off, switched by the program"

hang_up() {
  vt hangup 1
  usleep 200000
}

echo "The console as it was." >/dev/tty1
vt switch 2
echo "Another console." >/dev/tty2
usleep 500000
host screenshot other
vt switch 1
usleep 500000
host screenshot before
start "$@"
wait_until_still before shown
[ "$(vt)" = "$taken" ] || fail "the console is not taken: $(vt)"

for round in 1 2 3; do
  # Once while the program is in front, and once while it is not.
  hang_up
  vt switch 2
  usleep 300000
  host screenshot now
  cmp -s /out/now.ppm /out/other.ppm || fail "round $round: the other console is not shown: $(vt)"
  hang_up
  vt switch 1
  wait_until_still other again
  cmp -s /out/again.ppm /out/shown.ppm || fail "round $round: the picture is not as it was: shown.ppm and again.ppm"
  [ "$(vt)" = "$taken" ] || fail "round $round: the console is not taken: $(vt)"
done
hang_up
terminate
[ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored: $(vt)"
