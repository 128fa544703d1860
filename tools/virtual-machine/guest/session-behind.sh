# The program starts on console 1 while console 2 is in front, comes to the front, and is ended behind it.
# Arguments: those of cartouche.
expect_screen() {
  usleep 300000
  host screenshot now
  cmp -s /out/now.ppm "/out/$1.ppm" || fail "the screen is not as $1: $(vt)"
}

# type_a: types the letter a and Enter.
type_a() {
  host monitor '{"execute": "send-key", "arguments": {"keys": [{"type": "qcode", "data": "a"}]}}'
  host monitor '{"execute": "send-key", "arguments": {"keys": [{"type": "qcode", "data": "ret"}]}}'
  usleep 500000
}

echo "The console as it was." >/dev/tty1
cat /dev/tty1 >/tmp/typed & # the reader of console 1, as a shell is
type_a
[ "$(cat /tmp/typed)" = a ] || fail "typed keys do not reach the console: '$(cat /tmp/typed)'"
vt switch 2
echo "Another console." >/dev/tty2
usleep 300000
host screenshot other

: >/out/stdout >/out/stderr
setsid -c cartouche "$@" --stats /tmp/stats </dev/tty1 >/out/stdout 2>/out/stderr &
program=$!
wait_until 20 "the sentence about the console" grep -q "/dev/tty1: another console is in front" /out/stderr
expect_screen other
[ ! -s /tmp/stats ] || fail "a frame was drawn while another console was in front"
vt switch 1
wait_until_still other shown
[ "$(vt)" = "front 1, graphics, keyboard off, switched by the program" ] || fail "the console is not taken: $(vt)"
type_a
[ "$(cat /tmp/typed)" = a ] || fail "typed keys reached the hidden console: $(cat /tmp/typed)"

vt switch 2
expect_screen other
terminate
expect_screen other
vt switch 1
[ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored: $(vt)"
cat /dev/tty1 >/tmp/typed & # the kernel hung up the first one when the program, which the console controlled, ended
usleep 200000
type_a
[ "$(cat /tmp/typed)" = a ] || fail "typed keys do not reach the console that was restored: '$(cat /tmp/typed)'"
