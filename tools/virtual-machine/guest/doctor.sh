# The doctor names faults that are real, and its commands mend them. Arguments: those of cartouche, for a program that
# is killed.
. /guest/touch-functions.sh
mkdir -p /etc
echo "root:x:0:0:root:/:/bin/sh
pi:x:1000:1000::/:/bin/sh" >/etc/passwd
echo "root:x:0:
video:x:44:
input:x:104:
pi:x:1000:" >/etc/group

# report NAME STATUS COMMAND…: writes a report to /out/NAME and checks the status.
report() {
  local name=$1 expected=$2 status=0
  shift 2
  "$@" doctor >"/out/$name" 2>/out/stderr || status=$?
  [ "$status" = "$expected" ] || fail "doctor ended with status $status, not $expected: $(cat "/out/$name" /out/stderr)"
}

# says NAME TEXT: checks that a report has a line with the text.
says() {
  grep -qF "$2" "/out/$1" || fail "the report $1 lacks '$2': $(cat "/out/$1")"
}

# mend NAME: runs the command that follows the only trouble of a report.
mend() {
  says "$1" "1 trouble"
  tail -n 1 "/out/$1" >/tmp/command
  sh -c "$(cat /tmp/command)" || fail "the command failed: $(cat /tmp/command)"
  mended=$((mended + 1))
}

mended=0
plug 4 slots "Acme Panel"
report healthy 0 cartouche
! grep -q trouble /out/healthy || fail "troubles without a fault: $(cat /out/healthy)"
says healthy "/dev/dri/card0, driver virtio_gpu, owned by no other program"
says healthy "formats XR24"
says healthy "\"Acme Panel\": read; a touchscreen, 10 fingers, x 0…319, y 0…239"
says healthy "/dev/tty1 is in front, text mode, keyboard on, switched by the kernel"
says healthy "A picture can be shown on /dev/dri/card0 Virtual-1"

hold /dev/dri/card0 >/tmp/hold &
holder=$!
wait_until 5 "the holder" grep -q held /tmp/hold
report held 1 cartouche
says held "hold, pid $holder, owns the screen"
mend held
wait "$holder" || true
report stopped 0 cartouche

unplug 4
report no-touch 0 cartouche
says no-touch "none of the input devices is a touchscreen"
plug 5 slots "Acme Panel"

# A user whom the groups of the nodes do not have.
panel=$(cat /tmp/node-5)
chgrp 44 /dev/dri/card0 /dev/fb0
chgrp 104 /dev/input/event*
chmod 660 /dev/dri/card0 /dev/fb0 /dev/input/event*
report denied 1 as-user -- cartouche
says denied "sudo usermod -aG video pi"
says denied "sudo usermod -aG input pi"
report joined 0 as-user /dev/dri/card0 "$panel" -- cartouche
says joined "pi, in the groups video, input, pi"
says joined "A picture can be shown"
says joined "Touches are read from $panel."
says joined "sudo systemd-run --uid=pi -p TTYPath=/dev/tty1 -p StandardInput=tty cartouche demo town"

start "$@"
wait_until 60 "the console in graphics mode" sh -c 'vt | grep -q graphics'
report running 1 cartouche
says running "cartouche, pid $program, owns the screen"
! grep -q restore-console /out/running || fail "the console of a running program is called left: $(cat /out/running)"
kill -KILL "$program"
wait "$program" || true
report killed 0 cartouche
says killed "/dev/tty1: the console was left in graphics mode"
mend killed
report restored 0 cartouche
! grep -q trouble /out/restored || fail "troubles after the command: $(cat /out/restored)"
echo $mended >/out/mended
