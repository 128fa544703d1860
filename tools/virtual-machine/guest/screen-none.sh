# There is no display. Arguments: those of cartouche.
status=0
cartouche "$@" >/out/stdout 2>/out/stderr || status=$?
[ "$status" = 1 ] || fail "ended with status $status, not 1: $(cat /out/stderr)"
grep -q "/dev/dri: there is no graphics card" /out/stderr || fail "no reason of DRM: $(cat /out/stderr)"
grep -q "/dev/fb0: there is no such device" /out/stderr || fail "no reason of fbdev: $(cat /out/stderr)"
