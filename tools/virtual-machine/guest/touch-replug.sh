# Unplugs a panel with a finger down, and plugs it in again. Arguments: the number of times.
. /guest/touch-functions.sh
start demo belt --display drm --stats /tmp/stats
wait_until 60 "the first frame" test -s /tmp/stats
has_lines 1 "there is no touchscreen" || fail "no notice of the missing panel: $(cat /out/stderr)"
expect_sleep "without a panel"

count=0
while [ $count -lt "$1" ]; do
  count=$((count + 1))
  plug 4 slots "Acme Panel"
  wait_until 10 "the panel after replug $count" has_lines $count "was plugged in"
  drag 4 "replug $count"
  [ $count -gt 1 ] || first=$(ls "/proc/$program/fd" | wc -l)
  last=$(ls "/proc/$program/fd" | wc -l)
  unplug 4
  wait_until 10 "the removal $count" has_lines $count "was removed"
done
[ "$first" = "$last" ] || fail "$first descriptors after the first replug, $last after the last"

# Two panels of one name are both read, and each can be unplugged.
plug 4 slots "Acme Panel"
plug 5 slots "Acme Panel"
wait_until 10 "two panels of one name" has_lines $((count + 2)) "was plugged in"
drag 5 "the second panel"
echo "up 0" >&5
drag 4 "the first panel"
echo "up 0" >&4
unplug 5
drag 4 "the first panel, alone again"
echo "up 0" >&4
expect_sleep "at rest"
echo "$count replugs, each finger answered, $first descriptors before and $last after, 0 wake-ups in 2 s at rest" >/out/figures
unplug 4
terminate
