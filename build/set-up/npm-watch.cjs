'use strict'
const fs = require('fs')

/** The parent of a process of Linux; 0 where that is not told. */
function parentOf(pid) {
  try {
    // The name stands in parentheses and may have blanks.
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
 * Calls `onGone` once npm, or the shell in which it runs a task, has ended: npm 11 ends by a signal without passing it on. A set-up
 * that no npm has started outlives its parent, as any program does.
 */
function watchNpm(task, onGone) {
  if (process.env.npm_lifecycle_event !== task) return
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const timer = setInterval(function () {
    let isGone = process.ppid !== parent || (grandparent > 1 && parentOf(parent) !== grandparent)
    if (process.platform === 'win32') {
      // There a process keeps the id of a parent that has ended.
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
