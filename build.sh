#!/usr/bin/env bash
# The commands of Highwater. You need Go and Node; everything else is downloaded on first use.
# `./build.sh help` prints the lines below that begin with "#:".
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

#: ./build.sh [build]           build the site in dist/
build() {
  packages
  site_build pack
}

#: ./build.sh serve [--port N]  build the site, serve it on this machine, rebuild it on every change
#:                              --prefix /P serves it under a path, --watch=false builds it once
serve() {
  packages
  site_build serve "$@"
}

#: ./build.sh test              all tests
#: ./build.sh test core         tests of the core and the build, natively
#: ./build.sh test wasm         tests of the module in WebAssembly, under Node
#: ./build.sh test unit         tests of the page's parts
#: ./build.sh test page         tests of the page in a browser
#: ./build.sh test PART PATTERN only the tests of that part whose names match
test() {
  local part=${1:-} pattern=${2:-}
  case $part in
    '') for part in core wasm unit page; do step "test $part" test "$part"; done ;;
    core | wasm | unit | page)
      "test_$part" "$pattern"
      [[ -n $pattern ]] || report "$part"
      ;;
    *) printf 'no part "%s" of the tests; there are core, wasm, unit and page\n' "$part" >&2 && return 2 ;;
  esac
}

#: ./build.sh engines [ENGINE...]   build the site and test it in chromium, firefox and webkit, or those named; print a table
#:                              --fast leaves out what takes long, --only PATTERN all cases whose name does not match,
#:                              --if-there browsers that cannot be had
engines() {
  local optional='' given=() asked=() name
  while (($#)); do
    case $1 in
      --if-there) optional=yes ;;
      --only) given+=("$1" "${2:-}") && shift ;;
      -*) given+=("$1") ;;
      *) asked+=("$1") ;;
    esac
    shift
  done
  [[ ${#asked[@]} != 0 ]] || asked=(chromium firefox webkit)
  for name in "${asked[@]}"; do
    if "have_$name"; then given+=("$name"); elif [[ -z $optional ]]; then return 1; fi
  done
  build >/dev/null
  inside node --experimental-websocket --test-reporter spec site/test/engines/run.js "${given[@]}"
}

#: ./build.sh recipes [MAKER...]   make a lesson with each site maker, or those named, as recipes.html says, and open it;
#:                              needs Python, fetches the makers, and takes minutes
recipes() {
  CHROMIUM=$(find_chromium)
  export CHROMIUM
  build >/dev/null
  inside node --test-reporter spec site/test/recipes/run.js "$@"
}

#: ./build.sh soak [N [SEED]]   play N random scripts (1000) and check their results; a script that breaks a promise is made
#:                              small and put into .build/soak
soak() {
  mkdir -p "$results"
  inside go test ./core/internal/soak -run '^TestRandomScripts$' -v -timeout 0 -runs "${1:-1000}" -seed "${2:-1}" \
    -out "$root/.build/soak" -report "$results/soak.json" -version "$(site_build version)"
}

#: ./build.sh check             format, vet, static analysis, types, and the size of the site
check() {
  packages
  step 'bash -n' bash -n "$root/build.sh" "$root/.ci/run"
  step 'gofumpt' go_format
  step 'go vet' go_vet
  step 'staticcheck' go_static
  step 'the rules of the sources' inside go test -run '^TestTidy' ./core/internal/lint ./core/cmd/contract
  step 'prettier and tsc' npm --prefix "$root/site" run --silent check
  step 'dist/' build
  step 'sizes' site_build sizes
}

#: ./build.sh bench             print the budget table: measured costs and their limits
bench() {
  build
  CHROMIUM=$(find_chromium)
  export CHROMIUM
  site_build bench "$@"
}

#: ./build.sh run FILE          play a script natively and print the result; "-" reads standard input
#: ./build.sh run --summary FILE   print the last line only
#: ./build.sh run --moments FILE   print a line for every moment: the events that are told together
#: ./build.sh run --configs     print the configuration keys
run() {
  go -C "$root" build -o .build/run ./core/cmd/run
  exec "$root/.build/run" "$@"
}

#: ./build.sh lint FILE...      proofread scripts and their lessons
#: ./build.sh lint --plan FILE...   print where their runs come to chapters, cards and predictions
lint() {
  go -C "$root" build -o .build/lint ./core/cmd/lint
  exec "$root/.build/lint" "$@"
}

#: ./build.sh explore           search every order of failures of a partition for the loss of an acknowledged record
#:                              --replicas 3 --min-insync-replicas 2 --elr=false --failures 3 --json, and more: --help
#:                              --thorough: metadata, fetches and changes of the ISR arrive when they arrive; many more states
#: ./build.sh explore --table   the answers for up to three replicas and every choice of at most three failures
explore() {
  go -C "$root" build -o .build/explore ./core/cmd/explore
  exec "$root/.build/explore" "$@"
}

#: ./build.sh kafka             play every script that has a recording on a real Kafka, which is fetched first, and in the model,
#:                              and print what differs; needs Linux, Java 17, Maven and an hour
#: ./build.sh kafka FILE...     play these scripts
#: ./build.sh kafka --random N  play N random scripts; those that differ are put into .build/kafka/differs
#:                              --jobs N, --only PATTERN, --runs N, --seed S, --version V, --compare-versions newest: --help
kafka() {
  go -C "$root/core/oracle" build -o "$root/.build/oracle" .
  exec "$root/.build/oracle" --root "$root" "$@"
}

#: ./build.sh help              print this
help() {
  sed --quiet 's/^#: //p' "${BASH_SOURCE[0]}"
}

# The rest are helpers of the commands above.

# inside runs a command in the root of the repository.
inside() { (cd "$root" && "$@"); }

# step says what comes, does it, and says how long it took.
step() {
  local name=$1 start=$SECONDS
  printf '== %s\n' "$name"
  "${@:2}"
  printf '== %s: %d s\n' "$name" $((SECONDS - start))
}

# results has what the tests have found, for the page that says so.
results=$root/.build/results

# report says which version has passed a part of the tests.
report() {
  mkdir -p "$results"
  printf '{"version": "%s"}\n' "$(site_build version)" >"$results/$1.json"
}

# site_build runs the program that makes the site.
site_build() { inside go run ./site/build "$@"; }

# packages installs what the lockfile names, unless that is there already.
packages() {
  local lock=$root/site/package-lock.json installed=$root/site/node_modules/.package-lock.json
  [[ -e $installed && ! $lock -nt $installed ]] || npm ci --prefix "$root/site" --no-audit --no-fund
}

# wasm runs a Go command for the browser's target, in an environment of the few variables that it needs: a large one does
# not fit into the memory that Go's start code under Node has for it.
wasm() {
  local goroot
  goroot=$(go env GOROOT)
  inside env --ignore-environment HOME="${HOME:-/}" PATH="$goroot/lib/wasm:$PATH" GOOS=js GOARCH=wasm \
    GOCACHE="$(go env GOCACHE)" GOMODCACHE="$(go env GOMODCACHE)" GOPROXY="$(go env GOPROXY)" \
    GOFLAGS="$(go env GOFLAGS)" "$@"
}

# What a random test that failed needs to fail again is the seed that it prints (-rapid.seed). A file as well would make
# every later run fail, too, until somebody finds and deletes it.
export RAPID_NOFAILFILE=true

# test_core runs the Go tests natively.
test_core() {
  inside find core -type d -path '*/testdata/rapid' -prune -exec rm -r {} +
  inside go test ${1:+-run "$1"} ./...
  inside go -C core/oracle test ${1:+-run "$1"} ./...
}

# test_wasm proves of WebAssembly what only it can: that the events are the same there, and that the boundary holds. All
# else is the same code, and six times as slow.
test_wasm() { wasm go test -run "${1:-OnEveryPlatform}" ./core && wasm go test ${1:+-run "$1"} ./wasm/...; }

# test_unit runs the tests of the page's parts, without a browser.
test_unit() {
  packages
  inside node --test --test-concurrency "$(nproc)" --test-reporter spec ${1:+--test-name-pattern "$1"} \
    "$root"/site/test/{unit,golden}/*.test.js
}

# test_page runs the tests of the page. They make the site themselves.
test_page() {
  packages
  CHROMIUM=$(find_chromium)
  export CHROMIUM
  inside node site/test/e2e/run.js ${1:+"$1"}
}

go_format() {
  local files
  files=$(inside go tool gofumpt -l core wasm site/build)
  [[ -z $files ]] || { printf 'not formatted; `go tool gofumpt -w FILE` mends it:\n%s\n' "$files" && return 1; }
}

go_vet() {
  inside go vet -printf.funcs Sprintf ./... # core/internal/message's is checked like fmt's
  inside go -C core/oracle vet ./...
  wasm go vet ./core/... ./wasm/...
}

go_static() {
  local tool
  inside go tool staticcheck ./...
  tool=$(inside go tool -n staticcheck)
  wasm "$tool" ./wasm/...
  (cd "$root/core/oracle" && "$tool" ./...)
}

# find_chromium prints the path of a Chromium, and in CI installs one first.
find_chromium() { find_program "${CHROMIUM:-}" chromium chromium chromium-browser google-chrome; }

# have_chromium, have_firefox and have_webkit say to the tests in several browsers where each is.
have_chromium() { CHROMIUM=$(find_chromium) && export CHROMIUM; }
have_firefox() { FIREFOX=$(find_program "${FIREFOX:-}" firefox-esr firefox-esr firefox) && export FIREFOX; }
have_webkit() {
  find_program '' xvfb Xvfb >/dev/null || return
  WEBKIT_DRIVER=$(find_program "${WEBKIT_DRIVER:-}" webkit2gtk-driver WebKitWebDriver) && export WEBKIT_DRIVER
}

# find_program prints the path of a program: the one that was chosen, or the first of several names, which a Debian package
# has. In CI it installs that first, if it may.
find_program() {
  local chosen=$1 package=$2 name
  shift 2
  for name in ${chosen:+"$chosen"} "$@"; do
    command -v "$name" && return
  done
  if [[ ${CI:-} == true && $(id --user) == 0 ]] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install --yes --no-install-recommends "$package"; } >&2 && command -v "$1" && return
  fi
  printf 'These tests need %s (in Debian: the package %s).\n' "$1" "$package" >&2 && return 1
}

verb=${1:-build}
case $verb in
  build | serve | test | engines | recipes | soak | check | bench | run | lint | explore | kafka | help) "$verb" "${@:2}" ;;
  -h | --help) help ;;
  *) printf 'no verb "%s"\n\n' "$verb" >&2 && help >&2 && exit 2 ;;
esac
