import { describe, expect, it } from 'vitest'
import { redactForReport, type KnownWords } from '#shell/reports/redaction.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const nobody: KnownWords = { emails: [], servers: [], names: [], home: '' }
const known: KnownWords = {
  emails: ['iris@alder.example'],
  servers: ['chat.alder.example:8443', 'chat.alder.example'],
  names: ['Alder Robotics', 'iris', 'iris-laptop'],
  home: '/home/iris',
}

describe('the redaction of a report', () => {
  it.each([
    ['Authorization: Basic aXJpczprZXk=', 'aXJpczprZXk'],
    ['authorization: bearer abc.def', 'abc.def'],
    ['{"api_key":"k3y","x":1}', 'k3y'],
    ['password=hunter2&x=1', 'hunter2'],
    ['"secret": "two words", "x": 1', 'two words'],
    ["SKEIN_TOKEN: 'short'", 'short'],
    ['GET https://chat.example.com/api/v1/messages?x=1 failed', 'chat.example.com'],
    ['media://6f9b/user_uploads/2/ab/secret plan.pdf', 'user_uploads'],
    ['getaddrinfo ENOTFOUND intranet-host', 'intranet-host'],
    ['connect ECONNREFUSED 10.1.2.3:8443', '10.1.2.3'],
    ['connect to 2001:db8:0:1::7 failed', '2001:db8'],
    ['bob@localhost is away', 'bob@localhost'],
    ['user=bob%40mail.example', 'bob%40mail'],
    ['the certificate of mail.alder.de is old', 'mail.alder.de'],
    ['Unexpected token \'H\', "Hello Noor, the" is not valid JSON', 'Hello Noor'],
    ["cannot draw 'see you at eight'", 'see you'],
    ['cannot draw “see you at eight', 'see you'],
    ['data:text/plain,hello', 'hello'],
    ['key abcdefghijklmnop1234567890', 'abcdefghijklmnop'],
  ])('removes private data from %s', (line, secret) => {
    expect(redactForReport(line, nobody)).not.toContain(secret)
  })

  it('removes known names in any spelling', () => {
    const text = 'IRIS@Alder.Example of alder robotics at chat.alder.example:8443 in /home/iris/x.ts on iris-laptop'
    expect(redactForReport(text, known)).toBe('[e-mail] of [name] at [server] in ~/x.ts on [name]-laptop')
  })

  it.each([
    "2026-11-24 08:31:07.123 error engine thread: TypeError: Cannot read properties of undefined (reading 'items')",
    '    at Engine.apply (file:///opt/skein/resources/app.asar/out/engine/thread.cjs:120:17)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    'revalidation stopped: TransportError: The server isn’t running, or is refusing connections.',
    '[1a2b3c4d] SqliteError: database is locked',
    'messages.send failed: 429',
  ])('keeps useful text: %s', (line) => {
    expect(redactForReport(line, nobody)).toBe(line)
  })

  it('removes characters that hide others', () => {
    expect(redactForReport('a\u0000b\u202ec\u001b[31md', nobody)).toBe('a b c [31md')
  })

  it('removes planted keys, addresses and tokens in any position', () => {
    const random = new SeededRandom(chooseSeed())
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
    const word = (length: number, from = letters) => Array.from({ length }, () => random.pick([...from])).join('')
    const secrets = [
      () => `${word(31)}7`,
      () => word(40, '0123456789abcdef') + 'a1',
      () => Buffer.from(`${word(6)}@${word(5)}.example:${word(32)}`).toString('base64'),
      () => Buffer.from(word(48)).toString('base64url'),
      () => `${word(2 + random.below(9))}.${word(5)}@${word(8).toLowerCase()}.example`,
      () => `${word(4)}+tag@${word(4).toLowerCase()}`,
    ]
    const places: readonly ((secret: string) => string)[] = [
      (secret) => secret,
      (secret) => `{"api_key":"${secret}","id":7}`,
      (secret) => `Authorization: Basic ${secret}`,
      (secret) => `https://chat.example/api/v1/x?api_key=${secret}&y=1`,
      (secret) => `https://${secret.replace('@', '%40')}@chat.example/x`,
      (secret) => `the server said: "${secret}" and ${word(8)}`,
      (secret) => `    at handle (${secret})`,
      (secret) => `${word(12)} ${secret}, ${word(3)}; (${secret})`,
      (secret) => `Error: '${secret}' is no ${word(5)}`,
      (secret) => `cookie=${secret}; path=/`,
      (secret) => `\u0000${secret}\u202e`,
    ]
    for (let round = 0; round < 3_000; round += 1) {
      const secret = random.pick(secrets)()
      const line = `${'x '.repeat(random.below(4))}${random.pick(places)(secret)}`
      const redacted = redactForReport(line, nobody)
      expect(redacted, line).not.toContain(secret)
    }
  })

  it('takes little time for a line of any length', () => {
    const before = performance.now()
    for (const text of ['a@', '"', 'key=', '1.', 'a.', ':', 'https://', "'", 'x='].map((part) => part.repeat(5_000))) {
      redactForReport(text, known)
    }
    expect(performance.now() - before).toBeLessThan(3_000)
  })
})
