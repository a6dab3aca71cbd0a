import { beforeEach } from 'vitest'
import { limitOf } from './level-limits.ts'

/** Tests that cannot hold at the level or in the dialect that is asked for are skipped, and say why. */
beforeEach(({ task, skip }) => {
  let name = task.name
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) name = `${suite.name} > ${name}`
  const limit = limitOf(task.file.name, name)
  if (limit !== undefined) skip(limit.reason)
})
