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
}

# read_console: starts a reader of console 1, as a shell is. Without one, the kernel drops what is typed.
read_console() {
  cat /dev/tty1 >/tmp/typed &
  reader=$!
  wait_until 10 "the reader of console 1" reads_console
}

reads_console() {
  ls -l "/proc/$reader/fd" | grep -q /dev/tty1
}

has_typed_a() {
  [ "$(cat /tmp/typed)" = a ]
}

echo "The console as it was." >/dev/tty1
read_console
type_a
wait_until 10 "the letter a on the console" has_typed_a
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
usleep 500000
[ "$(cat /tmp/typed)" = a ] || fail "typed keys reached the hidden console: $(cat /tmp/typed)"

vt switch 2
expect_screen other
terminate
expect_screen other
vt switch 1
[ "$(vt)" = "front 1, text, keyboard on, switched by the kernel" ] || fail "the console is not restored: $(vt)"
read_console # the kernel hung up the first one when the program, which the console controlled, ended
type_a
wait_until 10 "the letter a on the console that was restored" has_typed_a
