# Another console comes to the front while a page flip is pending, many times, on a card with a real refresh rate.
# Arguments: how often, and those of cartouche.
. /guest/touch-functions.sh
count=$1
shift

# checksum: prints the checksum of the picture that the card sends to the screen.
checksum() {
  local folder=/sys/kernel/debug/dri/0/crtc-0/crc
  echo auto >$folder/control
  # A line for each refresh, with a zero byte at its end. The first lines may be of an earlier picture.
  dd if=$folder/data bs=64 count=4 2>/dev/null | tr -d '\000' | tail -n 1 | cut -d' ' -f2
}

tap() {
  printf 'down 0 175 223\nsleep 60\nup 0\n' >&4
}

plug 4 slots "Panel"
: >/tmp/stats
start "$@" --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
wait_until_at_rest
still=$(checksum)
[ -n "$still" ] || fail "there is no checksum"
tap # starts a progress bar that moves without end
wait_until 20 "the animation" has_more_frames $(($(frames) + 10))
[ "$(checksum)" != "$still" ] || fail "the checksum of another picture is the same"
for round in $(seq "$count"); do
  # At another time of the refresh each round.
  usleep $((round * 7919 % 50000))
  vt switch 2
  usleep $((round * 3571 % 30000))
  if [ $((round % 10)) = 0 ]; then
    usleep 200000
    drawn=$(frames)
    usleep 200000
    [ "$(frames)" = "$drawn" ] || fail "round $round: frames were drawn while another console was in front"
  fi
  vt switch 1
  wait_until 10 "a frame after round $round: $(cat /out/stderr)" has_more_frames $(($(frames) + 1))
done
tap
wait_until_at_rest
[ "$(checksum)" = "$still" ] || fail "the picture is not as it was: $still, $(checksum)"
echo "$count switches, picture as before ($still)" >/out/figures
terminate
vt | grep -q "front 1, text, keyboard on" || fail "the console is not restored: $(vt)"
