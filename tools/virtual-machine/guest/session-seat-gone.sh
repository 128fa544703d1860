# The seat daemon is killed while a program uses its seat. Arguments: those of cartouche.
. /guest/seat-functions.sh

# expect_end: kills the daemon, and expects the program to end with status 1 and one sentence. Prints the time
# in milliseconds.
expect_end() {
  local from status=0
  from=$(tr -d . </proc/uptime | cut -d' ' -f1)
  kill -KILL "$seatd"
  wait "$program" || status=$?
  echo $((($(tr -d . </proc/uptime | cut -d' ' -f1) - from) * 10)) >/out/end-time
  [ "$status" = 1 ] || fail "ended with status $status, not 1: $(cat /out/stderr)"
  [ "$(grep -c "the seat daemon seatd has ended" /out/stderr)" = 1 ] || fail "not one sentence about the daemon: $(cat /out/stderr)"
}

echo "The console as it was." >/dev/tty1
usleep 300000
host screenshot before
# The daemon has ended, and left its socket.
chmod 600 /dev/dri/card0 /dev/tty1
start_seatd
: >/out/stdout >/out/stderr
as-user -- cartouche "$@" >/out/stdout 2>/out/stderr &
program=$!
wait_until_still before user
grep -q "seat0: seatd opens the devices" /out/stderr || fail "no sentence about the seat: $(cat /out/stderr)"
expect_end
# The user may not restore the console, so the sentence names the command that does.
grep -qF 'if /dev/tty1 shows no text, run "sudo cartouche restore-console /dev/tty1"' /out/stderr ||
  fail "no command: $(cat /out/stderr)"
case $(vt) in *graphics*) ;; *) fail "the console is not in graphics mode: $(vt)" ;; esac
cartouche restore-console /dev/tty1 >/out/restored
usleep 300000
host screenshot restored
cmp -s /out/before.ppm /out/restored.ppm || fail "the console is not as it was: before.ppm and restored.ppm"

# As root, the program restores the console itself.
start_seatd
start "$@"
wait_until_still before root
expect_end
! grep -q "restore-console" /out/stderr || fail "the console of root is not restored: $(cat /out/stderr)"
[ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored: $(vt)"
usleep 300000
host screenshot again
cmp -s /out/before.ppm /out/again.ppm || fail "the console is not as it was: before.ppm and again.ppm"

# Nobody listens at the socket that the daemon left, so the program takes the console itself.
start "$@"
wait_until_still before alone
! grep -q "seat" /out/stderr || fail "a sentence about a seat without a daemon: $(cat /out/stderr)"
[ "$(vt)" = "front 1, graphics, keyboard off, switched by the program" ] || fail "the console is not taken: $(vt)"
terminate_and_expect_the_console
