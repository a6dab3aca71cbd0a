// Functions shared by the steps of set-up. They must run in any Node, so they keep to syntax that old versions parse.
'use strict'
const childProcess = require('child_process')
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')

const root = path.resolve(__dirname, '../..')

function say(line) {
  process.stderr.write(line + '\n')
}

function refuse(line) {
  say('skein: ' + line)
  process.exit(1)
}

function run(command, args, options) {
  const result = childProcess.spawnSync(
    command,
    args,
    Object.assign(
      { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' && command === 'npm' },
      options,
    ),
  )
  if (result.error) return { ok: false, why: result.error.message }
  return { ok: result.status === 0, why: command + ' ' + args[0] + ' ended with status ' + result.status }
}

function capture(command, args) {
  const result = childProcess.spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return result.status === 0 ? String(result.stdout) : null
}

function hashOf(files) {
  const hash = crypto.createHash('sha256')
  files.forEach(function (file) {
    hash.update(file)
    hash.update(fs.readFileSync(path.join(root, file)))
  })
  return hash.digest('hex')
}

function filesBelow(folder, found) {
  fs.readdirSync(path.join(root, folder)).forEach(function (name) {
    const file = folder + '/' + name
    if (fs.statSync(path.join(root, file)).isDirectory()) filesBelow(file, found)
    else found.push(file)
  })
  return found
}

/** Runs a slow step, and prints its name before and its duration after it. */
function timed(what, work) {
  say('skein: ' + what + '…')
  const started = Date.now()
  const result = work()
  say('skein: ' + what + ' took ' + ((Date.now() - started) / 1000).toFixed(1) + ' s')
  return result
}

function readStamp(file) {
  try {
    return fs.readFileSync(path.join(root, file), 'utf8')
  } catch (error) {
    return ''
  }
}

function writeStamp(file, text) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

function findOnPath(names) {
  const folders = String(process.env.PATH || '').split(path.delimiter)
  for (let i = 0; i < names.length; i += 1) {
    for (let j = 0; j < folders.length; j += 1) {
      const file = path.join(folders[j], names[i])
      if (fs.existsSync(file)) return file
    }
  }
  return null
}

module.exports = {
  capture: capture,
  filesBelow: filesBelow,
  findOnPath: findOnPath,
  hashOf: hashOf,
  readStamp: readStamp,
  refuse: refuse,
  root: root,
  run: run,
  say: say,
  timed: timed,
  writeStamp: writeStamp,
}
