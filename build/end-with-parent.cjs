// Loaded with --require into a program that a parent starts over an IPC channel: ends the program as on SIGTERM when
// the channel closes, which happens whenever the parent ends, also by SIGKILL.
'use strict'
const { isMainThread } = require('worker_threads')

/** The time until a program that was asked to end is ended with `process.exit`, in milliseconds. */
const patienceMs = 10000

if (isMainThread && process.channel) {
  // Children of this program are not affected.
  const at = process.execArgv.indexOf(__filename)
  if (at > 0) process.execArgv.splice(at - 1, 2)
  process.on('disconnect', function () {
    if (process.listenerCount('SIGTERM') === 0) process.exit(143)
    setTimeout(function () {
      process.exit(143)
    }, patienceMs).unref()
    process.emit('SIGTERM', 'SIGTERM')
  })
  // The channel does not keep the program alive.
  process.channel.unref()
}
