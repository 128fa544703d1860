# Another console comes to the front while the program animates, and goes again. Arguments: how often, for how
# many seconds, who runs the program (root, user or seat), and those of cartouche.
count=$1 pause=$2 runner=$3
shift 3

# wake_ups: prints how often the program's threads have slept.
wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

frames() {
  wc -l </tmp/stats
}

draws_more_than() {
  [ "$(frames)" -gt "$1" ]
}

# expect_screen NAME: checks that the screen shows the same as the screenshot NAME.
expect_screen() {
  host screenshot now
  cmp -s /out/now.ppm "/out/$1.ppm" || fail "round $round: the screen is not as $1: $(vt)"
}

echo "The console as it was." >/dev/tty1
vt switch 2
echo "Another console." >/dev/tty2
usleep 500000
host screenshot other
vt switch 1
usleep 500000
host screenshot before

evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)
: >/tmp/stats
chmod 666 /tmp/stats
if [ "$runner" = user ]; then
  # As udev does, the groups video and input may open the devices.
  for node in /dev/dri/card0 /dev/fb0; do
    if [ -e "$node" ]; then
      chgrp 44 "$node"
      chmod 660 "$node"
    fi
  done
  chgrp 104 /dev/input/event* && chmod 660 /dev/input/event*
  : >/out/stdout >/out/stderr
  as-user /dev/dri/card0 "$panel" -- cartouche "$@" --stats /tmp/stats >/out/stdout 2>/out/stderr &
  program=$!
elif [ "$runner" = seat ]; then
  . /guest/seat-functions.sh
  chmod 600 /dev/dri/card0 /dev/fb0 /dev/input/event* /dev/tty1
  start_seatd
  : >/out/stdout >/out/stderr
  as-user -- cartouche "$@" --stats /tmp/stats >/out/stdout 2>/out/stderr &
  program=$!
else
  start "$@" --stats /tmp/stats
fi
wait_until_still before still
if [ "$runner" = user ]; then
  grep -q "the text console cannot be taken" /out/stderr || fail "no sentence about the console: $(cat /out/stderr)"
else
  [ "$(vt)" = "front 1, graphics, keyboard off, switched by the program" ] || fail "the console is not taken: $(vt)"
fi

drawn=$(frames)
evemu-play "$panel" </recording/events # a tap starts the animation
wait_until 20 "the animation" draws_more_than $((drawn + 3))
woken=0
for round in $(seq "$count"); do
  vt switch 2
  usleep 300000 # fbcon and, for a user, the program have reacted
  drawn=$(frames)
  from=$(wake_ups)
  expect_screen other
  sleep "$pause"
  expect_screen other
  woken=$((woken + $(wake_ups) - from))
  [ "$(frames)" = "$drawn" ] || fail "round $round: $(($(frames) - drawn)) frames were drawn while another console was in front"
  vt switch 1
  wait_until 20 "a frame after round $round" draws_more_than $((drawn + 2))
done
echo "$woken" >/out/wake-ups
evemu-play "$panel" </recording/events # and ends it
wait_until_still other again
cmp -s /out/still.ppm /out/again.ppm || fail "the picture is not as it was: still.ppm and again.ppm"
if [ "$runner" = user ]; then
  terminate
elif [ "$runner" = seat ]; then
  ! grep -q "the touch panel" /out/stderr || fail "a message about a panel that was not unplugged: $(cat /out/stderr)"
  terminate_and_expect_the_console
  # seatd still decides on switching.
  case $(vt) in "front 1, text, keyboard on"*) ;; *) fail "the console is not restored: $(vt)" ;; esac
else
  terminate_and_expect_the_console
  [ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored: $(vt)"
fi
