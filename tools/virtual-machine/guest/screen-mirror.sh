# Two screens of one card. The second is plugged in, unplugged and plugged in again; then the first is. Arguments: those of
# cartouche.
first=$(echo /sys/class/drm/card*-Virtual-1)
second=$(echo /sys/class/drm/card*-Virtual-2)

# plug CONNECTOR STATE: plugs a screen in (on, detect) or unplugs it (off), with the message that drivers send.
plug() {
  echo "$2" >"$1/status"
  echo change >/sys/class/drm/card0/uevent
}

# said COUNT PATTERN: whether the program has written so many lines of this pattern.
said() {
  [ "$(grep -c "$2" /out/stderr)" = "$1" ]
}

echo "The console as it was." >/dev/tty1
host screenshot before
start "$@"
wait_until_still before still
plug "$second" on
wait_until 10 "the second screen" said 1 "mirroring on .*Virtual-2"
usleep 500000
host screenshot second 1
host screenshot still
plug "$second" off
wait_until 10 "the sentence about the second screen" said 1 "Virtual-2: the mirrored screen was unplugged"
host screenshot without
cmp -s /out/still.ppm /out/without.ppm || fail "the first screen changed: still.ppm and without.ppm"
plug "$second" on
wait_until 10 "the second screen again" said 2 "mirroring on .*Virtual-2"
plug "$first" off
wait_until 10 "frames on the second screen alone" said 1 "drawing on .*Virtual-2"
sleep 3
host screenshot alone 1
plug "$first" detect
wait_until 10 "the first screen again" said 1 "mirroring on .*Virtual-1"
usleep 500000
host screenshot again
terminate_and_expect_the_console
