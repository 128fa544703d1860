# The screen goes dark after 2 s without touches, and a tap lights it. Arguments: those of cartouche.
. /guest/touch-functions.sh

is_dark() {
  grep -q Off /sys/class/drm/card0-*/dpms
}
is_lit() {
  ! is_dark
}

wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

# expect_darkness WHEN: waits until the screen is dark, and checks that the program then does nothing.
expect_darkness() {
  local drawn from
  wait_until 20 "darkness $1" is_dark
  usleep 300000
  drawn=$(frames)
  from=$(wake_ups)
  sleep 2
  is_dark || fail "the screen is lit $1"
  [ "$(frames)" = "$drawn" ] || fail "frames were drawn on a dark screen $1"
  woken=$((woken + $(wake_ups) - from))
}

# lit NAME: waits until the screen is lit, and saves the screenshot NAME.
lit() {
  wait_until 10 "a lit screen" is_lit
  wait_until 10 "a frame" has_more_frames "$drawn"
  usleep 200000
  host screenshot "$1"
}

tap() {
  printf 'down 0 160 120\nsleep 60\nup 0\n' >&4
}

# shows_woken: whether the screen shows the same as the screenshot woken.
shows_woken() {
  cmp -s /out/now.ppm /out/woken.ppm
}
shows_other() {
  ! shows_woken
}

# tap_until COMMAND: taps until the lit screen is at rest and the command succeeds. On a slow machine the screen
# may be dark again, so that a tap only lights it.
tap_until() {
  local left=8
  until
    tap
    usleep 500000
    wait_until_at_rest
    host screenshot now
    "$1" && is_lit
  do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "taps on a lit screen do not lead to $1"
  done
}

echo "The console as it was." >/dev/tty1
host screenshot before
plug 4 slots "Acme Panel"
: >/tmp/stats
woken=0
start "$@" --board /board.yaml --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
expect_darkness "at first"

# The tap that lights the screen does not turn the card over.
drawn=$(frames)
tap
lit woken
[ "$(frames)" = $((drawn + 1)) ] || fail "$(($(frames) - drawn)) frames after the tap that lights the screen"
# Another one does, and one more turns it back.
tap_until shows_other
tap_until shows_woken
expect_darkness "after taps"

# A finger that is down when the screen goes dark is cancelled. Lifting it does not light the screen.
drawn=$(frames)
tap
lit again
printf 'down 0 160 120\n' >&4
expect_darkness "with a finger down"
printf 'move 0 100 120\nsleep 50\nup 0\n' >&4
expect_darkness "after the finger has been lifted"
drawn=$(frames)
printf 'down 1 160 120\nsleep 60\nup 1\n' >&4
lit last
[ "$(frames)" = $((drawn + 1)) ] || fail "$(($(frames) - drawn)) frames after the cancelled finger"

# Another console is visible although the screen was dark, and so is the picture after it.
expect_darkness "before another console"
drawn=$(frames)
vt switch 2
wait_until 10 "the other console" is_lit
sleep 3
is_lit || fail "the other console goes dark"
[ "$(frames)" = "$drawn" ] || fail "frames were drawn while another console was in front"
vt switch 1
lit returned
expect_darkness "at the end"
echo "$woken" >/out/wake-ups
terminate_and_expect_the_console
is_lit || fail "the screen is dark after the end"
unplug 4
