# Another screen is plugged in, which lacks the requested size. Arguments: those of cartouche.
host screenshot before
start "$@"
wait_until_still before first
host resize 640x400
wait_until 10 "the sentence about the size" grep -q "has no mode of 480x320.*default mode" /out/stderr
wait_until 10 "the default mode" grep -q "drawing on .* 640x400" /out/stderr
wait_until_still before default
terminate
