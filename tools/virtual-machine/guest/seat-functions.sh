# The functions of the scripts with seatd.
user=pi
mkdir -p /etc
echo "root:x:0:0:root:/:/bin/sh
$user:x:1000:1000::/:/bin/sh" >/etc/passwd
echo "root:x:0:
$user:x:1000:" >/etc/group

# start_seatd: starts the daemon, which the user may ask.
start_seatd() {
  seatd -u "$user" -l info >>/out/seatd 2>&1 &
  seatd=$!
  wait_until 10 "seatd" test -S /run/seatd.sock
}
