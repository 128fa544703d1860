"""Helper programs of the scenarios, which run in the guest."""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(name, folder):
    """Compiles a helper program, unless that was done since it changed. Returns the path of the program."""
    source, program = f'{HERE}/{name}.c', f'{folder}/{name}'
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        os.makedirs(folder, exist_ok=True)
        subprocess.run(['cc', '-std=c17', '-O1', '-Wall', '-Wextra', '-Werror', '-static', '-o', program, source], check=True)
    return program
