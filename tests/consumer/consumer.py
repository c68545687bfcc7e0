"""Builds and runs a project that uses querydata. usage: consumer.py KIND SOURCE_DIR BUILD_DIR [COMPILER_LAUNCHER]

KIND is find_package, find_package_c (a project of C alone), pkg_config or add_subdirectory. The installed tree is moved before it is used, for it must not
hold the path that it was installed to.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(part) for part in command], check=True, **options)


def install(build, folder):
    run("cmake", "--install", build, "--prefix", folder / "first", stdout=subprocess.DEVNULL)
    return shutil.move(folder / "first", folder / "moved")


def build_with_cmake(project, folder, *definitions):
    run("cmake", "-S", project, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *definitions)
    run("cmake", "--build", folder / "build", "--target", "consumer")
    run(folder / "build/consumer")


def with_pkg_config(project, folder, tree):
    pkgconfig = next(pathlib.Path(tree).rglob("querydata.pc")).parent
    environment = dict(os.environ, PKG_CONFIG_PATH=str(pkgconfig))
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "querydata"], env=environment, check=True, text=True,
                           capture_output=True).stdout.split()
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", project / "consumer.c", "-o", folder / "consumer", *flags)
    run(folder / "consumer", env=dict(os.environ, LD_LIBRARY_PATH=str(pkgconfig.parent)))


def main():
    kind, source, build = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    launcher = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={sys.argv[4]}"] if len(sys.argv) > 4 else []
    project = source / "tests/consumer" / kind
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if kind == "add_subdirectory":
            build_with_cmake(project, folder, f"-DQUERYDATA_SOURCE_DIR={source}", *launcher)
        elif kind in ("find_package", "find_package_c"):
            build_with_cmake(project, folder, f"-DCMAKE_PREFIX_PATH={install(build, folder)}")
        else:
            with_pkg_config(project, folder, install(build, folder))


main()
