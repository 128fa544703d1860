# Uses a mouse or a tablet of the virtual machine. Arguments: mouse or tablet, and the pixel of a click.
. /guest/touch-functions.sh
kind=$1 x=$2 y=$3

send() {
  host monitor "{\"execute\": \"input-send-event\", \"arguments\": {\"events\": [$1]}}"
}

# move X Y: moves a mouse by so many units, which are few enough to be pixels, or a tablet to this pixel.
move() {
  if [ "$kind" = mouse ]; then
    send "{\"type\": \"rel\", \"data\": {\"axis\": \"x\", \"value\": $1}}, {\"type\": \"rel\", \"data\": {\"axis\": \"y\", \"value\": $2}}"
  else
    send "{\"type\": \"abs\", \"data\": {\"axis\": \"x\", \"value\": $((($1 * 2 + 1) * 32768 / 640))}}, {\"type\": \"abs\", \"data\": {\"axis\": \"y\", \"value\": $((($2 * 2 + 1) * 32768 / 480))}}"
  fi
  usleep 50000
}

button() {
  send "{\"type\": \"btn\", \"data\": {\"down\": $2, \"button\": \"$1\"}}"
  usleep 50000
}

# move_to X Y: moves the pointer from the middle of the screen to this pixel.
move_to() {
  local count=0 left=$(($1 - 160)) up=$(($2 - 120))
  [ "$kind" = mouse ] || { move "$1" "$2" && return; }
  while [ $count -lt 16 ]; do
    count=$((count + 1))
    move $((left * count / 16 - left * (count - 1) / 16)) $((up * count / 16 - up * (count - 1) / 16))
  done
}

printf 'display: {kind: drm}\n' >/tmp/board.yaml
start calibrate --check --board /tmp/board.yaml --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
has_lines 1 "the $kind \"" || fail "no notice of the $kind: $(cat /out/stderr)"
wait_until_at_rest
host screenshot rest
before=$(frames)
move_to "$x" "$y"
wait_until 10 "a frame that shows the pointer: $(cat /out/stderr)" has_more_frames "$before"
usleep 200000
host screenshot pointer
! cmp -s /out/rest.ppm /out/pointer.ppm || fail "no pointer is shown: pointer.ppm"
button left true
button left false
usleep 3500000 # the pointer is hidden after 3 s
expect_sleep "after the pointer is hidden"
host screenshot clicked
move_to 200 130
# The button is down when the device is removed, and plugged in again.
button left true
driver=/sys/bus/virtio/drivers/virtio_input
device=$(cd $driver && echo virtio[0-9]*)
echo "$device" >$driver/unbind
wait_until 10 "the removal of the $kind" has_lines 1 "was removed"
usleep 3500000
expect_sleep "without the $kind"
echo "$device" >$driver/bind
wait_until 10 "the $kind, plugged in again" has_lines 2 "the $kind \""
button left false
before=$(frames)
move_to 100 100
wait_until 10 "a frame that shows the pointer again: $(cat /out/stderr)" has_more_frames "$before"
terminate

rm -f /tmp/stats
start map --zoom 14 --board /tmp/board.yaml --stats /tmp/stats
wait_until 120 "the map" test -s /tmp/stats
wait_until_at_rest
host screenshot map
move_to 160 120
button wheel-up true
button wheel-up false
usleep 3500000
wait_until_at_rest
host screenshot zoomed
button left true
move_to 190 140
usleep 300000
button left false
usleep 3500000
wait_until_at_rest
host screenshot dragged
! cmp -s /out/zoomed.ppm /out/dragged.ppm || fail "the drag did not move the map: dragged.ppm"
expect_sleep "at rest"
terminate
echo "a click at its pixel, a drag moved the map, 0 wake-ups in 2 s after the pointer was hidden" >/out/figures
