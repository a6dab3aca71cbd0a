import { describe, expect, it } from 'vitest'
import { redact } from '../../../../main/shell/log.ts'

describe('the log', () => {
  it.each([
    ['Authorization: Basic dXNlcjprZXk=', 'dXNlcjprZXk='],
    ['{"api_key":"abcdef123456"}', 'abcdef123456'],
    ['password=hunter2&x=1', 'hunter2'],
    ["secret: 's3cr3t'", 's3cr3t'],
  ])('%s loses its secret', (line, secret) => {
    expect(redact(line)).not.toContain(secret)
    expect(redact(line)).toContain('[redacted]')
  })

  it('leaves ordinary lines alone', () => {
    expect(redact('conversation: The server cannot be reached.')).toBe('conversation: The server cannot be reached.')
  })
})
