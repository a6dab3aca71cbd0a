import { describe, expect, it, vi } from 'vitest'
import { chooseCertificate } from '#shell/security/certificate-dialog.ts'

const desktop = vi.hoisted(() => ({ asked: [] as unknown[][], answer: 0 }))

vi.mock('electron', () => ({
  dialog: {
    showMessageBox(...args: unknown[]) {
      desktop.asked.push(args)
      return Promise.resolve({ response: desktop.answer, checkboxChecked: false })
    },
  },
}))

const certificate = (subjectName: string) =>
  ({ subjectName, issuerName: 'Alder CA', validExpiry: 1_900_000_000 }) as Electron.Certificate // the members that the code reads
const offered = [certificate('Iris'), certificate('Iris at work')]

describe('the dialog about a certificate', () => {
  it('names the server and each certificate, and returns the chosen one', async () => {
    desktop.answer = 1
    expect(await chooseCertificate(null, 'https://chat.example.com', offered)).toBe(offered[1])
    const [options] = desktop.asked.at(-1) as [Electron.MessageBoxOptions] // without a parent window, the options are the only argument
    expect(options.message).toContain('chat.example.com')
    expect(options.buttons).toEqual([
      'Iris (issued by Alder CA, valid until 2030-03-17)',
      'Iris at work (issued by Alder CA, valid until 2030-03-17)',
      'None of these',
    ])
  })

  it('belongs to the window, and Escape chooses no certificate', async () => {
    const window = {} as never // the stand-in is only passed on
    desktop.answer = 2
    expect(await chooseCertificate(window, 'https://chat.example.com', offered)).toBeUndefined()
    const [parent, options] = desktop.asked.at(-1) as [unknown, Electron.MessageBoxOptions]
    expect(parent).toBe(window)
    expect(options.cancelId).toBe(2)
  })
})
