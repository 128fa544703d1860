"""Builds vkms, the kernel's virtual display with a real refresh rate, which Debian's kernel packages leave out."""
import glob
import os
import re
import subprocess
import tempfile

from packages import as_root, fetch, run

SOURCE = 'drivers/gpu/drm/vkms'


def build(version, destination):
    """Builds the module for the kernel `version` (as in 6.1.0-42-amd64) and writes it to `destination`."""
    headers = f'linux-headers-{version}'
    if not os.path.exists(f'/usr/src/{headers}'):
        run(*as_root('apt-get', 'install', '-y', '--no-install-recommends', headers))
    release = re.match(r'\d+\.\d+', version)[0]
    print(f'virtual machine: building vkms for {version} …', flush=True)
    with tempfile.TemporaryDirectory() as folder:
        fetch(f'linux-source-{release}', folder)
        package, = glob.glob(f'{folder}/*.deb')
        tree = f'linux-source-{release}'
        files = subprocess.Popen(['dpkg-deb', '--fsys-tarfile', package], stdout=subprocess.PIPE)
        archive = subprocess.Popen(['tar', '-xO', f'./usr/src/{tree}.tar.xz'], stdin=files.stdout, stdout=subprocess.PIPE)
        subprocess.run(['tar', '-xJ', '-C', folder, '--wildcards', f'{tree}/{SOURCE}/*'], stdin=archive.stdout, check=True)
        if files.wait() != 0 or archive.wait() != 0:
            raise OSError(f'{package} cannot be unpacked')
        module = f'{folder}/{tree}/{SOURCE}'
        run('make', '-s', '-C', f'/usr/src/{headers}', f'M={module}', 'CONFIG_DRM_VKMS=m', 'modules')
        run('strip', '-g', '-o', destination, f'{module}/vkms.ko')
