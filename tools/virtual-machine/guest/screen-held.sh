# Another program owns the first card. The second card is used, or there is a sentence. The first argument is
# the expected status, or `draws`; the others are those of cartouche.
expected=$1
shift
hold /dev/dri/card0 >/tmp/hold &
holder=$!
wait_until 5 "the holder" grep -q held /tmp/hold
host screenshot before
if [ "$expected" = draws ]; then
  start "$@"
  wait_until_still before still
  ls -l /proc/"$program"/fd >/out/descriptors
  grep -q /dev/dri/card1 /out/descriptors || fail "the second card is not open"
  terminate
else
  status=0
  cartouche "$@" >/out/stdout 2>/out/stderr || status=$?
  [ "$status" = "$expected" ] || fail "ended with status $status, not $expected: $(cat /out/stderr)"
  grep -q "another program owns the display (hold, pid $holder)" /out/stderr || fail "no sentence: $(cat /out/stderr)"
fi
