# The functions shared by the scripts of all scenarios.

fail() {
  echo "$*"
  exit 1
}

exec 3<>/dev/control

# Sends a request to the host and waits for its answer.
host() {
  echo "$*" >&3
  read -r answer <&3
  [ "$answer" = ok ] || fail "the host answered '$*' with: $answer"
}

# wait_until SECONDS WHAT COMMAND…: waits until the command succeeds; at the timeout fails with a message
# that names WHAT.
wait_until() {
  local left=$(($1 * 20)) what=$2
  shift 2
  until "$@"; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "waited in vain for $what"
    usleep 50000
  done
}

# wait_until_other OTHER NAME: waits until the panel differs from the screenshot OTHER, and saves the
# screenshot NAME.
wait_until_other() {
  local left=600
  host screenshot "$2"
  while cmp -s "/out/$2.ppm" "/out/$1.ppm"; do
    kill -0 "$program" || fail "the program has ended: $(cat /out/stderr)"
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the panel did not show $2 in time: $(cat /out/stderr)"
    usleep 100000
    host screenshot "$2"
  done
}

# wait_until_still OTHER NAME: waits until the panel differs from the screenshot OTHER and has not changed
# for a second, and saves the screenshot NAME.
wait_until_still() {
  local other=$1 name=$2 quiet=0 left=600
  while [ $quiet -lt 10 ]; do
    kill -0 "$program" || fail "the program has ended: $(cat /out/stderr)"
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the panel did not come to rest at $name in time: $(cat /out/stderr)"
    host screenshot "$name"
    if cmp -s "/out/$name.ppm" /tmp/last.ppm && ! cmp -s "/out/$name.ppm" "/out/$other.ppm"; then
      quiet=$((quiet + 1))
    else
      quiet=0
      cp "/out/$name.ppm" /tmp/last.ppm
    fi
    usleep 100000
  done
}

# Starts cartouche with these arguments.
#
# Empties the output files first, so that nobody takes the output of an earlier run for that of this one. With
# --stats the program ends with a summary of its frames, which `terminate` collects.
start() {
  case " $* " in
    *" --stats "* | " record "*) ;;
    *) set -- "$@" --stats /tmp/pace ;;
  esac
  : >/out/stdout >/out/stderr
  cartouche "$@" >/out/stdout 2>/out/stderr &
  program=$!
}

# Ends the program as a service manager does.
terminate() {
  local status=0
  kill -TERM "$program"
  wait "$program" || status=$?
  [ "$status" = 143 ] || fail "ended by SIGTERM with status $status, not 143: $(cat /out/stderr)"
  grep '^[0-9]* frames' /out/stderr >>/out/pace || true
}

# Ends the program and checks that the console is restored.
#
# The console must show its previous text again, and still show new text.
terminate_and_expect_the_console() {
  terminate
  usleep 200000
  host screenshot after
  cmp -s /out/before.ppm /out/after.ppm || fail "the console is not as it was: before.ppm and after.ppm"
  echo "and it goes on" >/dev/tty1
  usleep 200000
  host screenshot written
  ! cmp -s /out/after.ppm /out/written.ppm || fail "the console shows no more text: after.ppm"
}
