import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { windowsIdentity } from '#shell/start/windows-identity.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const packageFile = z
  .object({ name: z.string(), productName: z.string(), desktopName: z.string(), description: z.string() })
  .parse(JSON.parse(read('package.json')))
const builder = z
  .object({
    appId: z.string(),
    linux: z.looseObject({ syncDesktopName: z.boolean(), executableName: z.string(), icon: z.string() }),
    appImage: z.looseObject({}),
  })
  .parse(load(read('electron-builder.yml')))

/** Electron removes one suffix (`GetXdgAppId` in shell/common/platform_util_linux.cc). */
const nameInElectron = packageFile.desktopName.replace(/\.desktop$/, '')

/** The desktop file that electron-builder writes with the options of one type of package. */
async function desktopFile(options: object): Promise<{ name: string; entries: Readonly<Record<string, string>> }> {
  const helper = new LinuxTargetHelper({
    platformSpecificBuildOptions: builder.linux,
    executableName: builder.linux.executableName,
    info: { metadata: packageFile },
    appInfo: { productName: packageFile.productName, sanitizedProductName: packageFile.productName, description: '' },
    config: {},
    fileAssociations: [],
  } as never) // the members that its desktop entry reads
  const text = await helper.computeDesktopEntry({ ...builder.linux, ...options } as never)
  return {
    name: `${helper.getDesktopFileName()}.desktop`,
    entries: Object.fromEntries(
      [...text.matchAll(/^([^=[]+)=(.*)$/gm)].map(([, key = '', value = '']): [string, string] => [key, value]),
    ),
  }
}

/** All TypeScript sources of Electron's main process. */
const mainSources = readdirSync(join(root, 'main'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: read(join('main', name)) }))

describe('the name of Skein on a Linux desktop', () => {
  it('is a reverse DNS name, as portals require, and the identity of the packages on other systems', () => {
    expect(nameInElectron).toMatch(/^[a-z][a-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){2,}$/)
    expect(nameInElectron).toBe(builder.appId)
    expect(nameInElectron).toBe(windowsIdentity.appUserModelId)
  })

  it.each([
    ['deb', {}],
    ['AppImage', builder.appImage],
  ])(
    'is the same in the installed desktop file, in Electron’s windows and in its badge: %s',
    async (_kind, options) => {
      const { name, entries } = await desktopFile(options)
      expect(name).toBe(packageFile.desktopName)
      expect(entries).toMatchObject({ StartupWMClass: nameInElectron, Name: 'Skein', Type: 'Application' })
    },
  )

  it("is the icon's name in the desktop file and the file name under which the package installs it", async () => {
    const { entries } = await desktopFile({})
    expect(entries.Icon).toBe(builder.linux.executableName)
  })

  it('has one definition: no source sets another name or the environment variable with it', () => {
    const naming = /setDesktopName|CHROME_DESKTOP|StartupWMClass|app\.setName\(|app\.name\s*=[^=]|appendSwitch\('class'/
    expect(mainSources.filter(({ text }) => naming.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('is accompanied by a window icon, since an AppImage installs no desktop file with one', () => {
    const index = read('main/index.ts')
    expect(index).toMatch(/iconFile: platform === 'linux' \? join\(iconFolder, '512\.png'\) : null/)
    expect(readdirSync(join(root, 'build/resources/icons'))).toContain('512x512.png')
  })
})
