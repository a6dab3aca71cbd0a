// The set-up script. It must run in any Node, so it keeps to syntax that old versions parse. It prepares the checkout
// for a task (dependencies, a recent Node, system packages, keytar, bundles), skips finished steps, and starts the task
// with the right Node.
'use strict'
const childProcess = require('child_process')
const fs = require('fs')
const path = require('path')
const npmWatch = require('./set-up/npm-watch.cjs')
const tools = require('./set-up/tools.cjs')

const capture = tools.capture
const filesBelow = tools.filesBelow
const findOnPath = tools.findOnPath
const hashOf = tools.hashOf
const readStamp = tools.readStamp
const refuse = tools.refuse
const root = tools.root
const run = tools.run
const say = tools.say
const timed = tools.timed
const writeStamp = tools.writeStamp
const task = process.argv[2]
const taskArguments = process.argv.slice(3)
const isWindows = process.platform === 'win32'

/** The requirements and the file of each task. */
const tasks = {
  demo: { needs: ['keytar', 'build'], run: ['build/launch.ts', '--demo'] },
  start: { needs: ['keytar', 'build'], run: ['build/launch.ts'] },
  dev: { needs: ['keytar', 'build'], run: ['build/dev/dev.ts'] },
  server: { needs: [], run: ['server/main.ts'] },
  test: { needs: ['keytar', 'browser', 'keyring', 'build'], run: ['build/test.ts'] },
  drill: { needs: ['keytar', 'browser', 'keyring', 'build'], run: ['build/test.ts', '--drill'] },
  bench: { needs: ['build'], run: ['tests/bench/main.ts'] },
  simulate: { needs: [], run: ['tests/simulation/main.ts'] },
  mutations: { needs: [], run: ['tests/mutations/main.ts'] },
  format: { needs: [], run: ['build/checks/checks.ts', '--write'] },
  check: { needs: [], run: ['build/checks/checks.ts'] },
  icons: { needs: [], run: ['build/icons/icons.ts'] },
  build: { needs: ['build'], run: null },
  package: { needs: ['keytar', 'build'], run: ['build/package/package.ts'] },
  packaged: { needs: ['keyring'], run: ['build/package/packaged.ts'] },
  releases: { needs: [], run: ['build/package/releases.ts'] },
  'electron-table': { needs: [], run: ['build/electron/table.ts'] },
  screenshots: { needs: ['keytar', 'browser', 'keyring', 'build'], run: ['build/screenshots.ts'] },
}

function checkMachine() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    refuse(
      'this is Node ' +
        process.versions.node +
        '; set-up needs Node 20 or newer. Install it from nodejs.org or your package manager, then run the command again.',
    )
  }
  if (['linux', 'darwin', 'win32'].indexOf(process.platform) < 0 || ['x64', 'arm64'].indexOf(process.arch) < 0) {
    refuse(
      'there is no build of the database for ' +
        process.platform +
        '/' +
        process.arch +
        '; use Linux, macOS or Windows on x64 or arm64.',
    )
  }
}

function installDependencies() {
  const wanted = hashOf(['package.json', 'package-lock.json'])
  if (readStamp('node_modules/.skein-dependencies') === wanted) return
  const result = timed('installing dependencies (once)', function () {
    return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  })
  if (!result.ok)
    refuse(
      'the dependencies could not be installed (' +
        result.why +
        '). Check the network and npm’s registry setting, then run the command again.',
    )
  writeStamp('node_modules/.skein-dependencies', wanted)
}

/** The Node that runs Skein outside Electron: the machine's if it is recent enough, else the npm package `node`. */
function findNode() {
  const own = process.versions.node.split('.').map(Number)
  // npm's install may have removed the Node that runs this script.
  if (own[0] >= 24 && fs.existsSync(process.execPath)) return process.execPath
  const packaged = path.join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
  if (fs.existsSync(packaged)) return packaged
  const result = timed(
    'fetching Node 24 for this project (the machine has ' + process.versions.node + ')',
    function () {
      return run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
    },
  )
  if (!result.ok || !fs.existsSync(packaged))
    refuse('Node 24 could not be fetched. Install Node 24 or newer yourself, then run the command again.')
  return packaged
}

function missingPackages(names) {
  return names.filter(function (name) {
    const status = capture('dpkg-query', ['-W', '-f=${Status}', name])
    return !status || status.indexOf('install ok installed') < 0
  })
}

function isRoot() {
  return typeof process.getuid === 'function' && process.getuid() === 0
}

/** Installs packages with apt-get, which requires root. Returns whether it succeeded. */
function installPackages(names) {
  const env = Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive' })
  return timed('installing the system packages ' + names.join(' '), function () {
    run('apt-get', ['update', '-qq'], { env: env })
    return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends'].concat(names), { env: env }).ok
  })
}

/** Installs missing system packages of Debian or Ubuntu if it may; otherwise prints the command and stops. */
function systemPackages(names, why) {
  if (process.platform !== 'linux' || process.env.SKEIN_SKIP_SYSTEM_PACKAGES) return
  if (!findOnPath(['apt-get'])) {
    say(
      'skein: this system has no apt-get; if something is missing below, install the equivalent of: ' + names.join(' '),
    )
    return
  }
  const missing = missingPackages(names)
  if (missing.length === 0) return
  if (!isRoot()) {
    refuse(
      'some system packages are missing (' +
        why +
        '). Run this command, then start again:\n  sudo apt-get update && sudo apt-get install -y ' +
        missing.join(' '),
    )
  }
  if (!installPackages(missing))
    refuse('apt-get could not install ' + missing.join(' ') + '. Install them yourself, then run the command again.')
}

/**
 * Builds keytar: its installer downloads a prebuilt binary; if that fails, its sources are compiled with the Node-API
 * headers from npm.
 */
function buildKeytar() {
  const binary = path.join(root, 'node_modules/keytar/build/Release/keytar.node')
  if (fs.existsSync(binary)) return
  if (process.platform !== 'linux') {
    if (!run('npm', ['rebuild', 'keytar', '--ignore-scripts=false', '--loglevel=error']).ok) {
      if (task === 'package')
        refuse('keytar could not be installed; without it nobody stays signed in, so nothing is packaged.')
      say('skein: keytar could not be installed; Skein will run, but you sign in again after each quit.')
    }
    return
  }
  systemPackages(['g++', 'pkg-config', 'libsecret-1-dev'], 'they connect Skein to the system keychain')
  const flags = function (kind) {
    return (capture('pkg-config', [kind, 'libsecret-1']) || '').trim().split(/\s+/).filter(Boolean)
  }
  fs.mkdirSync(path.dirname(binary), { recursive: true })
  const sources = ['async.cc', 'main.cc', 'keytar_posix.cc'].map(function (file) {
    return 'node_modules/keytar/src/' + file
  })
  const compilerArguments = [
    '-O2',
    '-shared',
    '-fPIC',
    '-std=c++17',
    '-w',
    '-DNAPI_VERSION=8',
    '-DNODE_GYP_MODULE_NAME=keytar',
    '-DBUILDING_NODE_EXTENSION',
  ]
    .concat(['-I', 'node_modules/node-api-headers/include', '-I', 'node_modules/node-addon-api'])
    .concat(flags('--cflags'), sources, ['-o', binary], flags('--libs'))
  const result = timed('compiling keytar (once)', function () {
    return run('g++', compilerArguments)
  })
  if (result.ok) return
  if (task === 'package')
    refuse(
      'keytar could not be compiled (' + result.why + '); without it nobody stays signed in, so nothing is packaged.',
    )
  say('skein: keytar could not be compiled; Skein will run, but you sign in again after each quit.')
}

const headlessShell = 'chromium-headless-shell'
const chromiumNames = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Installs Debian's package of the browser without its window, which starts pages in half the time. It is optional, so
 * each checkout tries it once.
 */
function prepareHeadlessShell() {
  const tried = 'node_modules/.headless-shell'
  if (!isRoot() || process.env.SKEIN_SKIP_SYSTEM_PACKAGES || readStamp(tried) !== '') return
  if (!/^ID=debian$/m.test(capture('cat', ['/etc/os-release']) || '')) return
  if (missingPackages([headlessShell]).length > 0) installPackages([headlessShell])
  writeStamp(tried, headlessShell)
}

function prepareBrowser() {
  if (process.env.SKEIN_CHROMIUM || process.platform !== 'linux') return
  prepareHeadlessShell()
  if (findOnPath(chromiumNames)) return
  systemPackages(['chromium'], 'the end-to-end tests drive a browser')
}

function prepareKeyring() {
  systemPackages(['dbus', 'gnome-keyring'], 'the tests use a real keyring')
}

function build(node) {
  const sources = ['vite.config.ts', 'package.json', 'package-lock.json'].concat(
    filesBelow('main', []),
    filesBelow('preload', []),
    filesBelow('shared', []),
    filesBelow('i18n', []),
    filesBelow('server', []),
    filesBelow('renderer', []),
    filesBelow('build/bundle', []),
    filesBelow('build/resources/run-time', []),
  )
  const wanted = hashOf(sources)
  if (readStamp('out/.stamp') === wanted) return
  const result = timed('building', function () {
    return run(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'])
  })
  if (!result.ok) refuse('the build failed; its messages stand above.')
  writeStamp('out/.stamp', wanted)
}

function main() {
  if (!task || !tasks[task])
    refuse('unknown task "' + String(task) + '". Known: ' + Object.keys(tasks).join(', ') + '.')
  checkMachine()
  installDependencies()
  const node = findNode()
  const steps = {
    keytar: buildKeytar,
    browser: prepareBrowser,
    keyring: prepareKeyring,
    build: function () {
      build(node)
    },
  }
  // Only the proof of the table of Electron's APIs runs bundles.
  const needs =
    task === 'electron-table' && taskArguments.indexOf('--prove') >= 0
      ? ['keytar', 'browser', 'keyring', 'build']
      : tasks[task].needs
  needs.forEach(function (need) {
    steps[need]()
  })
  if (!tasks[task].run) return
  const env = Object.assign({}, process.env)
  env.PATH = path.dirname(node) + path.delimiter + (env.PATH || '')
  // The compile cache of Node makes the browser host and the servers start in two thirds of the time.
  if (!env.NODE_COMPILE_CACHE) env.NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/compiled')
  // The channel reports to the task an end of this script that cannot be passed on as a signal.
  const lifeline = ['--require', path.join(__dirname, 'end-with-parent.cjs')]
  const child = childProcess.spawn(node, lifeline.concat(tasks[task].run, taskArguments), {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: env,
  })
  let isTold = false
  npmWatch.watchNpm(task, function () {
    if (isTold) return
    isTold = true
    if (isWindows && child.connected) child.disconnect()
    else child.kill('SIGTERM')
  })
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      // Windows has no signals; there the task ends when the channel closes.
      if (!isTold && isWindows && child.connected) child.disconnect()
      else child.kill(isTold ? 'SIGKILL' : signal)
      isTold = true
    })
  })
  child.on('exit', function (code, signal) {
    process.exit(code === null ? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1) : code)
  })
}

main()
