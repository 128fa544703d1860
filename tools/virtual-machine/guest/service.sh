# A service manager with a watchdog follows the program, which starts without a screen. The command of the
# doctor makes the screen appear. Arguments: those of cartouche.
service-manager manager >/out/messages &
wait_until 5 "the service manager" grep -q listening /out/messages

# has_signs COUNT: whether the program has sent so many signs of life.
has_signs() {
  [ "$(signs)" -ge "$1" ]
}

signs() {
  grep -c "^WATCHDOG=1$" /out/messages || true
}

# wake_ups: prints how often the program's threads have slept.
wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

host screenshot before
echo off >/sys/class/drm/card0-Virtual-1/status
export NOTIFY_SOCKET=@manager WATCHDOG_USEC=2000000
start "$@"
wait_until 60 "readiness without a screen" grep -q "^READY=1; STATUS=Waiting for a screen to be plugged in.$" /out/messages
wait_until 20 "signs of life without a screen" has_signs 2

status=0
cartouche doctor >/out/absent 2>&1 || status=$?
[ "$status" = 1 ] || fail "doctor without a screen: status $status: $(cat /out/absent)"
grep -q "No screen is connected: /dev/dri/card0 Virtual-1 is disconnected" /out/absent || fail "no trouble: $(cat /out/absent)"
grep -q "/dev/tty1 is in front, graphics mode, .*, used by cartouche, pid $program" /out/absent || fail "the console's owner is not named: $(cat /out/absent)"
! grep -q restore-console /out/absent || fail "the console of a program that waits is called left: $(cat /out/absent)"
grep -A 2 "No screen is connected" /out/absent | tail -n 1 >/tmp/command
sh /tmp/command >/dev/null
wait_until_still before shown
grep -q "^STATUS=Showing frames on a screen of 320x240 pixels.$" /out/messages || fail "no status: $(cat /out/messages)"

before=$(signs) woken=$(wake_ups)
sleep 5
[ "$(signs)" -gt $((before + 2)) ] || fail "$(($(signs) - before)) signs of life in 5 s at rest"
echo "$(($(signs) - before)) $(($(wake_ups) - woken))" >/out/figures
[ "$(signs)" -le $((before + 6)) ] || fail "$(($(signs) - before)) signs of life in 5 s at rest"

terminate
wait_until 5 "the end" grep -q "^STOPPING=1; STATUS=Stopping.$" /out/messages
[ "$(grep -c READY /out/messages)" = 1 ] || fail "not ready once: $(cat /out/messages)"
