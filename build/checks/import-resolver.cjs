'use strict'
const { existsSync } = require('node:fs')
const { dirname, resolve } = require('node:path')
const node = require('eslint-import-resolver-node')
const { imports } = require('../../package.json')

const root = resolve(__dirname, '../..')

/**
 * The files of imports, for ESLint's rules of layers: those of package.json's `imports`, which the usual resolver does
 * not know, and those of relative paths. Packages are left to the usual resolver.
 */
module.exports = {
  interfaceVersion: 2,
  resolve(source, file) {
    const path = pathOf(source, file)
    if (path === undefined) return node.resolve(source, file, {})
    return existsSync(path) ? { found: true, path } : { found: false }
  },
}

function pathOf(source, file) {
  if (source.startsWith('.')) return resolve(dirname(file), source)
  const [name, ...rest] = source.split('/')
  const folder = imports[`${name}/*`]
  return folder === undefined ? undefined : resolve(root, folder.replace('*', rest.join('/')))
}
