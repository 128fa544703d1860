# cartouche draws into the same framebuffer in several layouts. Arguments: screen, for a driver whose screen the
# host sees, or memory; those of cartouche, then --, then for each layout NAME BITS ROWS ALPHA.
source=$1
shift
demo=""
while [ "$1" != -- ]; do
  demo="$demo $1"
  shift
done
shift

# is_still: whether the memory, read by its channels, has been the same twice and differs from before.
is_still() {
  framebuffer picture >/tmp/now.ppm
  cmp -s /tmp/now.ppm /tmp/last.ppm && ! cmp -s /tmp/now.ppm /tmp/before.ppm && return 0
  cp /tmp/now.ppm /tmp/last.ppm
  usleep 500000
  return 1
}

while [ $# -ge 4 ]; do
  framebuffer set "$2" "$3" "$4"
  framebuffer info >"/out/$1.before"
  framebuffer picture >/tmp/before.ppm
  # The words are arguments.
  # shellcheck disable=SC2086
  start $demo --display fbdev
  wait_until 60 "a picture in $1: $(cat /out/stderr)" is_still
  cp /tmp/now.ppm "/out/$1.ppm"
  framebuffer info >"/out/$1.info"
  [ "$source" = memory ] || host screenshot "$1-screen"
  terminate
  framebuffer info >"/out/$1.after"
  cmp -s "/out/$1.before" "/out/$1.after" || fail "$1: the framebuffer is not as it was: $(cat "/out/$1.after")"
  rm -f /tmp/last.ppm
  shift 4
done

# A layout that no pixel format has.
framebuffer set 8 400 0
status=0
# shellcheck disable=SC2086
cartouche $demo --display fbdev >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "status $status with 8 bits"
grep -q "8 bits (red 8 at 0, .* by a palette.*possible are 32, 24, 16 and 15 bits" /out/stderr || fail "$(cat /out/stderr)"
