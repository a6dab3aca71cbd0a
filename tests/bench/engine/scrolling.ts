import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Row } from '../rows.ts'
import type { ScrollingAnswer } from './scrolling-child.ts'

/**
 * Measures scrolling of one window through a topic of twenty thousand messages, to its beginning and half of the way
 * back. The costs of a step and of a changed row, and the memory, at the end are compared with the beginning.
 */
export async function measureScrolling(): Promise<Row[]> {
  const { scrolled, mostRows, first, last } = await answerOf()
  const through = `a window scrolled through ${scrolled} messages`
  const floorIs = 'the same within its first thousand'
  return [
    {
      what: `rows of ${through}, at most (a step adds before it takes away)`,
      value: mostRows,
      unit: 'rows',
      floor: 600,
      floorIs: 'the budget',
    },
    { what: `a step of ${through} (median)`, value: last.stepMs, unit: 'ms', floor: first.stepMs, floorIs },
    { what: `a change in ${through} (median)`, value: last.changeMs, unit: 'ms', floor: first.changeMs, floorIs },
    { what: `memory of ${through}`, value: last.heapMiB, unit: 'MiB', floor: first.heapMiB, floorIs },
  ]
}

function answerOf(): Promise<ScrollingAnswer> {
  const child = fork(join(import.meta.dirname, 'scrolling-child.ts'), { execArgv: ['--expose-gc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (answer: ScrollingAnswer) => {
      resolve(answer)
    })
    child.once('exit', (code) => {
      reject(new Error(`the process that scrolls ended with status ${String(code)}`))
    })
  })
}
