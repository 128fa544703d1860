# Nothing is on the screen before the program, which has no console either. Arguments: those of cartouche.
evemu-device /recording/description >/tmp/device &
wait_until 10 "the touchscreen" grep -q /dev/input/event /tmp/device
panel=$(sed 's/.*: //' /tmp/device)

# requests NAME: prints how many requests of the program to the card have this name.
requests() {
  dmesg | grep -c "cartouche.*DRM_IOCTL_MODE_$1\$" || true
}

host screenshot before
start "$@"
wait_until_still before still
dmesg -c >/dev/null
echo 1 >/sys/module/drm/parameters/debug
evemu-play "$panel" </recording/events
wait_until_still still moved
echo 0 >/sys/module/drm/parameters/debug
requests CREATEPROPBLOB >/out/clips
requests ATOMIC >/out/flips
[ "$(cat /out/clips)" -gt 0 ] || fail "no flip named the changed pixels"
terminate
sleep 1
cp /sys/kernel/debug/dri/0/state /out/state-after
grep -A4 '^crtc.*crtc-0' /out/state-after | grep -q 'active=1' || fail "the screen is off after the end: state-after"
host screenshot after
cmp -s /out/moved.ppm /out/after.ppm || fail "the picture is gone after the end: moved.ppm and after.ppm"
