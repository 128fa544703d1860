# A program that has nothing to do for a minute, after it was used. Arguments: those of cartouche.
. /guest/touch-functions.sh

wake_ups() {
  cat /proc/"$program"/task/*/status | awk '/^voluntary/ { sum += $2 } END { print sum }'
}

plug 4 slots "Acme Panel"
: >/tmp/stats
start "$@" --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
drag 4 "a finger"
echo "up 0" >&4
wait_until_at_rest
expect_sleep "after the finger"
drawn=$(frames)
from=$(wake_ups)
sleep 60
echo $(($(wake_ups) - from)) >/out/wake-ups
echo $(($(frames) - drawn)) >/out/frames
terminate
unplug 4
