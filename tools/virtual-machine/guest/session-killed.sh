# The program is killed, the console restored by command, and the program started again. Arguments: those of
# cartouche.
text="front 1, text, keyboard on, switched by the kernel"

# hundredths: prints the time since the start in hundredths of a second.
hundredths() {
  tr -d . </proc/uptime | cut -d' ' -f1
}

echo "The console as it was." >/dev/tty1
usleep 300000
host screenshot before
start "$@"
wait_until_still before first
kill -KILL "$program"
wait "$program" || true
case $(vt) in *graphics*) ;; *) fail "the console was not left in graphics mode: $(vt)" ;; esac

from=$(hundredths)
cartouche restore-console >/out/restored 2>&1 || fail "restore-console failed: $(cat /out/restored)"
echo $(($(hundredths) - from)) >/out/restore-time
grep -q "^/dev/tty1: the console is in text mode again" /out/restored || fail "no sentence: $(cat /out/restored)"
[ "$(vt)" = "$text" ] || fail "the console is not restored: $(vt)"
usleep 300000
host screenshot after
cmp -s /out/before.ppm /out/after.ppm || fail "the console is not as it was: before.ppm and after.ppm"
cartouche restore-console >/out/restored 2>&1
grep -q "was in text mode" /out/restored || fail "no sentence the second time: $(cat /out/restored)"

start "$@"
wait_until_still before again
terminate_and_expect_the_console

# Without /dev/tty0 the program draws, and says that it has no console.
rm /dev/tty0
host screenshot before
start "$@"
wait_until_still before without
grep -q "^.*/dev/tty0: there is no such virtual terminal" /out/stderr || fail "no sentence about /dev/tty0: $(cat /out/stderr)"
terminate
status=0
cartouche restore-console >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "restore-console without /dev/tty0: status $status, not 1"
grep -q "^/dev/tty0: there is no such virtual terminal" /out/stderr || fail "no sentence: $(cat /out/stderr)"
