import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/**
 * The text before Electron's fuses in its program, which are the version of the list, its length, and a character each.
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 8

const library = resolve(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds/win32-x64.node')

/** A file that contains Electron's fuses and nothing else. */
function stub(): Buffer {
  return Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n'),
    Buffer.from(sentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('0'.repeat(fuseCount)),
    Buffer.alloc(64),
  ])
}

/**
 * Creates a folder that electron-builder accepts as an Electron runtime.
 * @returns the folder, for `electronDist`
 */
export function standInRuntime(folder: string, platform: 'linux' | 'darwin' | 'win32', version: string): string {
  mkdirSync(folder, { recursive: true })
  const file = (name: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content, { mode })
  }
  file('version', version)
  file('LICENSE', 'Electron’s licence\n')
  file('LICENSES.chromium.html', '<p>Chromium’s licences</p>\n')
  switch (platform) {
    case 'linux':
      file('electron', stub(), 0o755)
      file('chrome-sandbox', '', 0o755)
      file('resources/default_app.asar', '')
      break
    case 'win32':
      file('electron.exe', Buffer.concat([windowsProgram(), stub()]), 0o755)
      file('resources/default_app.asar', '')
      break
    case 'darwin':
      macRuntime(file)
  }
  return folder
}

/** On Windows the archive's integrity is a resource of the program: the file must have resources. */
function windowsProgram(): Buffer {
  const program = NtExecutable.from(readFileSync(library), { ignoreCert: true })
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.lang = 1033
  version.setFileVersion(45, 4, 1)
  version.setProductVersion(45, 4, 1)
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

function macRuntime(file: (name: string, content: string | Buffer, mode?: number) => void): void {
  const contents = 'Electron.app/Contents'
  file(`${contents}/MacOS/Electron`, stub(), 0o755)
  file(`${contents}/Info.plist`, plist('Electron', 'com.github.Electron'))
  file(`${contents}/PkgInfo`, 'APPL????')
  file(`${contents}/Resources/electron.icns`, '')
  file(`${contents}/Resources/default_app.asar`, '')
  // On macOS the fuses are in the framework.
  file(`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, stub(), 0o755)
  for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `Electron Helper${name}`
    file(`${contents}/Frameworks/${helper}.app/Contents/MacOS/${helper}`, stub(), 0o755)
    file(`${contents}/Frameworks/${helper}.app/Contents/Info.plist`, plist(helper, 'com.github.Electron.helper'))
  }
}

function plist(name: string, id: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>${id}</string>
<key>CFBundleName</key><string>${name}</string>
</dict></plist>
`
}
