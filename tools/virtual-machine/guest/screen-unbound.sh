# The driver of the card is unbound while a picture is shown, or while no screen is plugged in. Arguments: shown
# or absent, and those of cartouche.
state=$1
shift
connector=$(echo /sys/class/drm/card*-Virtual-1)
host screenshot before
[ "$state" = shown ] || echo off >"$connector/status"
start "$@"
if [ "$state" = shown ]; then
  wait_until_still before still
else
  wait_until 10 "the sentence that the program waits" grep -q "waits until one is plugged in" /out/stderr
fi
[ "$(console-mode)" = graphics ] || fail "the console is not in graphics mode while the program runs"
device=$(basename "$(readlink -f /sys/class/drm/card0/device)")
echo "$device" >"/sys/class/drm/card0/device/driver/unbind" &
left=200
while kill -0 "$program" 2>/dev/null; do
  left=$((left - 1))
  [ $left -gt 0 ] || fail "the program goes on without the card: $(cat /out/stderr)"
  usleep 50000
done
status=0
wait "$program" || status=$?
[ "$status" = 1 ] || fail "ended with status $status, not 1: $(cat /out/stderr)"
grep -q "the graphics card is gone" /out/stderr || fail "no sentence: $(cat /out/stderr)"
[ "$(console-mode)" = text ] || fail "the console is still in graphics mode"
