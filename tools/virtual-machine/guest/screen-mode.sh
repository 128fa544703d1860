# The screen gets another mode, and its first one again. Arguments: those of cartouche.
echo "The console as it was." >/dev/tty1
host screenshot before
start "$@"
wait_until_still before first
for size in 640x400 800x480; do
  host resize $size
  wait_until 10 "the mode $size" grep -q "drawing on .* $size" /out/stderr
  wait_until_still before $size
done
! grep "another program" /out/stderr || fail "the program does not recognize itself"
terminate_and_expect_the_console
