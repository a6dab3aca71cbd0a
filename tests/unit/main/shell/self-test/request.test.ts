import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { selfTestRequest } from '../../../../../main/shell/self-test/request.ts'

const folder = resolve('/work')

describe('--self-test', () => {
  it('is asked for by its name alone, among switches of Chromium too', () => {
    expect(selfTestRequest(['Skein', '--no-sandbox', '--self-test'], folder)).toEqual({ output: null })
    expect(selfTestRequest(['Skein', '--self-test-output=line.json'], folder)).toBeNull()
    expect(selfTestRequest(['Skein', '--self-tests'], folder)).toBeNull()
    expect(selfTestRequest(['Skein'], folder)).toBeNull()
  })

  it('writes its line to a file that is named from the folder of the caller, or wholly', () => {
    const relative = selfTestRequest(['Skein', '--self-test', '--self-test-output=line.json'], folder)
    expect(relative).toEqual({ output: resolve(folder, 'line.json') })
    const whole = resolve('/elsewhere/line.json')
    expect(selfTestRequest(['Skein', '--self-test', `--self-test-output=${whole}`], folder)).toEqual({ output: whole })
    expect(selfTestRequest(['Skein', '--self-test', '--self-test-output='], folder)).toEqual({ output: null })
  })
})
