# The functions shared by the scripts that plug and unplug panels.

# plug NUMBER KIND NAME: creates a device of touch-panel. Its commands go to descriptor NUMBER, its node is in
# /tmp/node-NUMBER.
plug() {
  rm -f "/tmp/commands-$1" "/tmp/node-$1"
  mkfifo "/tmp/commands-$1"
  touch-panel "$2" "$3" 320 240 <"/tmp/commands-$1" >"/tmp/node-$1" &
  eval "maker_$1=\$!; exec $1>/tmp/commands-$1"
  wait_until 10 "the device $3" grep -q /dev/input/event "/tmp/node-$1"
}

# unplug NUMBER: removes the device.
unplug() {
  eval "echo quit >&$1; exec $1>&-; wait \$maker_$1"
}

# has_lines COUNT TEXT: whether so many lines of the program's messages have the text.
has_lines() {
  [ "$(grep -c "$2" /out/stderr)" -ge "$1" ]
}

frames() {
  wc -l </tmp/stats
}

# work: prints the number of frames and the processor time of all of the program's threads, in 1/100 s.
work() {
  echo "$(frames) $(cut -d ' ' -f 14,15 "/proc/$program/stat")"
}

# wait_until_at_rest: waits until the program did nothing for half a second. Frames alone do not tell: on a slow host
# its workers may still draw the content of a card or a tile that comes into view.
wait_until_at_rest() {
  local before left=130
  while
    before=$(work)
    usleep 500000
    [ "$(work)" != "$before" ]
  do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the program does not come to rest"
  done
}

has_more_frames() {
  [ "$(frames)" -gt "$1" ]
}

# drag NUMBER WHAT: drags a finger, which stays on the panel, and waits for the frame that answers.
drag() {
  local before
  wait_until_at_rest
  before=$(frames)
  printf 'down 0 160 150\nsleep 30\nmove 0 140 150\nsleep 30\nmove 0 100 150\n' >&"$1"
  wait_until 10 "a frame that answers $2: $(cat /out/stderr)" has_more_frames "$before"
}

# expect_sleep WHEN: waits until the program does nothing for two seconds. At first it prepares content.
expect_sleep() {
  local before left=10
  while
    before=$(grep ^voluntary "/proc/$program/status")
    usleep 2000000
    [ "$(grep ^voluntary "/proc/$program/status")" != "$before" ]
  do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the program does not sleep $1"
  done
}
