import { beforeEach } from 'vitest'
import { limitOf } from './level-limits.ts'

/** Skips tests that cannot hold at the level or in the dialect of the environment, with the reason. */
beforeEach(({ task, skip }) => {
  let name = task.name
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) name = `${suite.name} > ${name}`
  const limit = limitOf(task.file.name, name)
  if (limit !== undefined) skip(limit.reason)
})
