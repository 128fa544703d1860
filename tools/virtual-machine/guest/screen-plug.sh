# The screen is absent at first, plugged in, unplugged, and plugged in again. Arguments: those of cartouche.
connector=$(echo /sys/class/drm/card*-Virtual-1)

# wake_ups: prints how often the program's threads have slept.
wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

# expect_rest NAME: checks that the program draws nothing for three seconds, and counts its wake-ups.
expect_rest() {
  local from drawn
  sleep 1
  drawn=$(wc -l </tmp/stats)
  from=$(wake_ups)
  sleep 3
  echo "$(($(wake_ups) - from))" >"/out/$1-wake-ups"
  [ "$(wc -l </tmp/stats)" = "$drawn" ] || fail "frames were drawn at rest"
  kill -0 "$program" || fail "the program has ended: $(cat /out/stderr)"
}

# plug NAME [message]: plugs the screen in, and measures the time to the first frame in hundredths of a second.
#
# Drivers send a message of the kernel then; writing to `status` does not, so the test sends it if asked to.
plug() {
  local drawn from
  drawn=$(wc -l </tmp/stats)
  from=$(tr -d . </proc/uptime | cut -d' ' -f1)
  echo detect >"$connector/status"
  [ "${2:-}" != message ] || echo change >/sys/class/drm/card0/uevent
  while [ "$(wc -l </tmp/stats)" = "$drawn" ]; do
    [ $(($(tr -d . </proc/uptime | cut -d' ' -f1) - from)) -lt 3000 ] || fail "no frame on the screen: $(cat /out/stderr)"
    usleep 10000
  done
  echo $(($(tr -d . </proc/uptime | cut -d' ' -f1) - from)) >"/out/$1-time"
}

echo "The console as it was." >/dev/tty1
host screenshot before
echo off >"$connector/status"
: >/tmp/stats
start "$@" --stats /tmp/stats
wait_until 10 "the sentence that the program waits" grep -q "waits until one is plugged in" /out/stderr
expect_rest absent
plug late
wait_until_still before late
expect_rest shown

# A driver sends a message when the screen is unplugged; the test sends it in its place.
echo off >"$connector/status"
echo change >/sys/class/drm/card0/uevent
wait_until 5 "the sentence about the unplugged screen" grep -q "the screen was unplugged" /out/stderr
expect_rest unplugged
plug again message
wait_until_still before again
terminate_and_expect_the_console
