# The driver of the card is unbound while a picture is shown. Arguments: those of cartouche.
host screenshot before
start "$@"
wait_until_still before still
[ "$(console-mode)" = graphics ] || fail "the console is not in graphics mode while a picture is shown"
device=$(basename "$(readlink -f /sys/class/drm/card0/device)")
echo "$device" >"/sys/class/drm/card0/device/driver/unbind" &
status=0
wait "$program" || status=$?
[ "$status" = 1 ] || fail "ended with status $status, not 1: $(cat /out/stderr)"
grep -q "the graphics card is gone" /out/stderr || fail "no sentence: $(cat /out/stderr)"
[ "$(console-mode)" = text ] || fail "the console is still in graphics mode"
