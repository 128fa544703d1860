# What the scripts of all scenarios use.

fail() {
  echo "$*"
  exit 1
}

exec 3<>/dev/control

# Asks the host for something, and goes on when it is done.
host() {
  echo "$*" >&3
  read -r answer <&3
  [ "$answer" = ok ] || fail "the host's answer to '$*': $answer"
}

# wait_until SECONDS WHAT COMMAND…: until the command succeeds; fails, naming what was waited for, when the time is over.
wait_until() {
  local left=$(($1 * 20)) what=$2
  shift 2
  until "$@"; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "waited in vain for $what"
    usleep 50000
  done
}

# wait_until_other OTHER NAME: until the panel shows something else than the screenshot OTHER; that is the screenshot NAME.
wait_until_other() {
  local left=600
  host screenshot "$2"
  while cmp -s "/out/$2.ppm" "/out/$1.ppm"; do
    kill -0 "$program" || fail "the program has ended: $(cat /out/stderr)"
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the panel never came to show $2: $(cat /out/stderr)"
    usleep 100000
    host screenshot "$2"
  done
}

# wait_until_still OTHER NAME: until the panel shows something else than the screenshot OTHER and then, for a second, nothing new;
# the screenshot NAME is what it shows.
wait_until_still() {
  local other=$1 name=$2 quiet=0 left=600
  while [ $quiet -lt 10 ]; do
    kill -0 "$program" || fail "the program has ended: $(cat /out/stderr)"
    left=$((left - 1))
    [ $left -gt 0 ] || fail "the panel never came to show $name and nothing new after it: $(cat /out/stderr)"
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
# What an earlier one said is gone before this returns: whoever waits for a sentence of this one must not find that one's.
start() {
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
}

# Ends the program, and looks at what it leaves behind.
#
# The console was drawn on before: it must show that again, and still show what is written to it.
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
