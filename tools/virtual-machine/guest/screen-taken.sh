# An earlier program left its cursor on the screen, whose mode is the wanted one. Arguments: those of cartouche.

# has_cursor: whether the second plane is on, which is the cursor's.
has_cursor() {
  grep -A1 '^plane.*: plane-1$' /sys/kernel/debug/dri/0/state | grep -q 'crtc=crtc-0'
}

# requests NAME: prints how many requests of the program to the card have this name.
requests() {
  dmesg | grep -c "cartouche.*DRM_IOCTL_MODE_$1\$" || true
}

host screenshot before
cursor /dev/dri/card0 >/tmp/cursor &
cursor=$!
wait_until 10 "the cursor" grep -q shown /tmp/cursor
cp /sys/kernel/debug/dri/0/state /out/state-before
has_cursor || fail "there is no cursor before"
dmesg -c >/dev/null
echo 0x11 >/sys/module/drm/parameters/debug # requests, and what atomic commits change
start "$@"
wait_until_still before still
echo 0 >/sys/module/drm/parameters/debug
cp /sys/kernel/debug/dri/0/state /out/state-after
dmesg | grep -c -e "cartouche.*DRM_IOCTL_MODE_SETCRTC$" -e "CRTC:.* \(mode\|active\|connectors\) changed" >/out/mode-sets || true
requests ATOMIC >/out/commits
requests PAGE_FLIP >/out/flips
! has_cursor || fail "the cursor is still on"
terminate
kill "$cursor"
