// Loaded with --require into a program that another one starts over an IPC channel: it ends when the channel closes,
// which it does however the other one ends, by SIGKILL too (C16). The program ends as on SIGTERM.
'use strict'
const { isMainThread } = require('worker_threads')

/** A program that does not end by itself after being told is ended after this. */
const patienceMs = 10000

if (isMainThread && process.channel) {
  // What this program starts in its turn is its own affair.
  const at = process.execArgv.indexOf(__filename)
  if (at > 0) process.execArgv.splice(at - 1, 2)
  process.on('disconnect', function () {
    if (process.listenerCount('SIGTERM') === 0) process.exit(143)
    setTimeout(function () {
      process.exit(143)
    }, patienceMs).unref()
    process.emit('SIGTERM', 'SIGTERM')
  })
  // The channel alone keeps no program alive.
  process.channel.unref()
}
