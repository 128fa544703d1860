# cartouche draws into /dev/fb0. Arguments: those of cartouche.
echo "The console as it was." >/dev/tty1
cat /sys/class/graphics/fb0/virtual_size >/out/size
cat /sys/class/graphics/fb0/bits_per_pixel >/out/bits
host screenshot before

start "$@" --display fbdev
wait_until_still before still
terminate_and_expect_the_console
