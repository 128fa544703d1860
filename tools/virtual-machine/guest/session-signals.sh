# Signals and faults end the program, and the console shows text again. Arguments: those of cartouche.
taken="front 1, graphics, keyboard off, switched by the program"
text="front 1, text, keyboard on, switched by the kernel"

is_taken() {
  [ "$(vt)" = "$taken" ]
}

run() {
  start "$@" --threads 2
  wait_until 20 "the console in graphics mode" is_taken
}

# expect_end NUMBER WHAT: checks that the signal ended the program, and that the console is restored.
expect_end() {
  local status=0
  wait "$program" || status=$?
  [ "$status" = $((128 + $1)) ] || fail "$2: status $status, not $((128 + $1)): $(cat /out/stderr)"
  [ "$(vt)" = "$text" ] || fail "$2: $(vt)"
}

echo "The console as it was." >/dev/tty1
usleep 300000
host screenshot before

# Those whose default action ends the program. PIPE is ignored by the program, and QUIT by the shell for all
# that it starts in the background; INT and TERM end the run.
ended=0
for number in 1 4 5 6 7 8 10 11 12 14 16 24 25 26 27 29 30 31 34 48 64; do
  run "$@"
  kill -"$number" "$program"
  expect_end "$number" "signal $number"
  ended=$((ended + 1))
done
echo "$ended" >/out/signals
usleep 300000
host screenshot after
cmp -s /out/before.ppm /out/after.ppm || fail "the console is not as it was: before.ppm and after.ppm"

run "$@"
crash "$program"
expect_end 11 "a fault in the main thread"

run "$@"
worker=
for task in /proc/"$program"/task/*; do
  case $(cat "$task/comm") in worker*) worker=${task##*/} ;; esac
done
[ -n "$worker" ] || fail "the program has no worker thread"
crash "$worker"
expect_end 11 "a fault in a worker thread"

# An ignored signal stays ignored.
trap '' USR1
run "$@"
trap - USR1
kill -USR1 "$program"
usleep 300000
is_taken || fail "the ignored signal restored the console: $(vt)"
kill -0 "$program" || fail "the ignored signal ended the program"
terminate
[ "$(vt)" = "$text" ] || fail "after SIGTERM: $(vt)"
