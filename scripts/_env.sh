# shellcheck shell=bash
# The environment of scripts/run and scripts/test: .venv beside pyproject.toml, made and renewed from requirements/.
# Sourced, not run. Everything it says goes to standard error: standard output belongs to the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P) || exit 1
venv=$root/.venv

say() { printf 'rackcheck: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Installs Debian packages where that needs no password; otherwise says the line to run and ends.
# apt_install WHY PACKAGE...
apt_install() {
    local why=$1 apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
    shift
    if ! command -v apt-get >/dev/null; then
        fail "$why. Install what your system calls these Debian packages, then run this again: $*"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        apt=(sudo -n "${apt[@]}")
        if ! sudo -n true 2>/dev/null; then
            fail "$why. Run this, then try again: sudo apt-get update && sudo apt-get install -y $*"
        fi
    fi
    say "$why; installing $*"
    # The list of packages is fetched only where it is missing or too old to know them.
    "${apt[@]}" install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
        { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "$@"; } >&2 ||
        fail "that did not work. Run this, then try again: sudo apt-get update && sudo apt-get install -y $*"
}

# Prints the path of the first Python that is new enough; its status is 1 where there is none. The path is the real one
# (python3.11, not the link python3): an environment whose Python was replaced by a newer one is then seen to be broken.
find_python() {
    local name check='import os, sys; sys.exit(1) if sys.version_info < (3, 11) else print(os.path.realpath(sys.executable))'
    for name in python3 python3.13 python3.12 python3.11; do
        "$name" -c "$check" 2>/dev/null && return
    done
    return 1
}

make_venv() {
    local python version
    if ! python=$(find_python); then
        apt_install "no Python 3.11 or newer was found" python3 python3-venv
        python=$(find_python) ||
            fail "the Python of this system is older than 3.11; install a newer one as python3.11, python3.12 or python3.13"
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        apt_install "$python cannot make environments" "python$version-venv"
    fi
    say "making the environment in .venv with $("$python" --version)"
    # A link, as between work trees of one clone, leads to an environment of another tree: that one stays.
    [ ! -L "$venv" ] || rm "$venv"
    "$python" -m venv --clear "$venv" >&2 || fail "the environment could not be made in $venv; the lines above say why"
    # Its paths are absolute: an environment that was moved or copied with its folder has to be made again.
    printf '%s\n' "$root" >"$venv/made-for"
}

pip_install() {
    local options=(--disable-pip-version-check --no-input)
    # A person at a terminal sees pip's progress; a log is spared it.
    [ -t 2 ] || options+=(--quiet)
    "$venv/bin/python" -m pip install "${options[@]}" "$@" >&2
}

check_opencv() {
    local error
    error=$("$venv/bin/python" -c 'import cv2' 2>&1) && return
    case $error in
        # Which library is missed first differs between OpenCV releases (libGL.so.1, libxcb.so.1, libgthread-2.0.so.0);
        # these two packages bring all of them.
        *"cannot open shared object file"*)
            apt_install "OpenCV needs system libraries that are missing" libgl1 libglib2.0-0
            error=$("$venv/bin/python" -c 'import cv2' 2>&1) && return
            ;;
    esac
    fail "OpenCV cannot be loaded: ${error##*$'\n'}"
}

# The browser that the tests of the page drive. Where it cannot be installed those tests skip and say why; continuous
# integration must not pass without them.
ensure_chromium() {
    local name why="the tests of the page need a browser"
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return
    done
    # Without windows it takes less to fetch and to run; not every system has it as a package of its own. In subshells,
    # so that what ends apt_install does not end the tests.
    (apt_install "$why" chromium-headless-shell) || (apt_install "$why" chromium) && return
    [ "${CI:-}" != true ] || fail "$why, and it could not be installed"
    say "$why: without it they are skipped"
}

# The database that the tests of the book use beside SQLite; the same holds for it.
ensure_postgresql() {
    local why="the tests of the book need PostgreSQL as well"
    command -v initdb >/dev/null && return
    compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null && return
    if [ "${CI:-}" = true ]; then
        apt_install "$why" postgresql
    else
        (apt_install "$why" postgresql) || say "$why: without it they run on SQLite alone"
    fi
}

# What fetches the packages that the phone edition is made with; the same holds for it.
ensure_npm() {
    local why="the tests of the phone edition need npm"
    command -v npm >/dev/null && return
    if [ "${CI:-}" = true ]; then
        apt_install "$why" nodejs npm
    else
        (apt_install "$why" nodejs npm) || say "$why: without it they are skipped"
    fi
}

# The pin files of a set; a set builds on the ones before it.
pin_files() {
    case $1 in
        runtime) printf '%s\n' build runtime ;;
        test) printf '%s\n' test site ocr-no-deps ;;
        train) printf '%s\n' train train-no-deps ;;
    esac
}

# What a set was installed from, word for word.
fingerprint() {
    local file
    for file in $(pin_files "$1"); do cat "$root/requirements/$file.txt"; done
    [ "$1" != runtime ] || cat "$root/pyproject.toml"
}

is_whole() { [ "$(cat "$venv/made-for" 2>/dev/null)" = "$root" ] && [ -x "$venv/bin/python" ]; }
is_current() { is_whole && [ "$(fingerprint "$1")" = "$(cat "$venv/installed-$1" 2>/dev/null)" ]; }

install_set() {
    local started=$SECONDS
    say "installing the $1 packages (once; minutes on a slow connection)"
    case $1 in
        runtime)
            pip_install -r "$root/requirements/build.txt" -r "$root/requirements/runtime.txt" &&
                pip_install --no-deps --no-build-isolation --editable "$root"
            ;;
        test)
            pip_install -r "$root/requirements/test.txt" -r "$root/requirements/site.txt" &&
                pip_install --no-deps -r "$root/requirements/ocr-no-deps.txt"
            ;;
        train)
            pip_install -r "$root/requirements/train.txt" &&
                pip_install --no-deps -r "$root/requirements/train-no-deps.txt"
            ;;
    esac || fail "the $1 packages could not be installed; the lines above say why"
    [ "$1" != runtime ] || check_opencv
    fingerprint "$1" >"$venv/installed-$1"
    say "installed the $1 packages in $((SECONDS - started)) s"
}

# ensure_env SET...: makes the environment hold these sets; does nothing when it already does.
ensure_env() {
    local set missing=()
    for set in "$@"; do is_current "$set" || missing+=("$set"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    (
        # Two first runs at once must not install into one folder; the second waits and finds the work done.
        if command -v flock >/dev/null; then flock 9; fi
        is_whole || make_venv
        for set in "${missing[@]}"; do is_current "$set" || install_set "$set"; done
    ) 9<"$root" || exit 1
}
