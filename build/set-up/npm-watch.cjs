'use strict'
const fs = require('fs')

/** The parent of a Linux process; 0 if it is unknown. */
function parentOf(pid) {
  try {
    // The name is in parentheses and may contain blanks.
    return Number(
      fs
        .readFileSync('/proc/' + pid + '/stat', 'utf8')
        .split(') ')
        .pop()
        .split(' ')[1],
    )
  } catch (error) {
    return 0
  }
}

/**
 * Calls `onGone` when npm, or the shell of its task, has ended: npm 11 does not pass on the signal that ends it.
 * Without npm the set-up outlives its parent, as other programs do.
 */
function watchNpm(task, onGone) {
  if (process.env.npm_lifecycle_event !== task) return
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const timer = setInterval(function () {
    let isGone = process.ppid !== parent || (grandparent > 1 && parentOf(parent) !== grandparent)
    if (process.platform === 'win32') {
      // On Windows a process keeps the id of a parent that has ended.
      try {
        process.kill(parent, 0)
      } catch (error) {
        isGone = error.code === 'ESRCH'
      }
    }
    if (!isGone) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

exports.watchNpm = watchNpm
