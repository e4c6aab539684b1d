/** Tests the build messages of the launch scripts, in a temporary checkout whose builder takes no time. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const BUILDING =
  'Building Chainwright first, because these sources have not been built yet. This usually takes 10 to 30 seconds.\n'

/** Writes the files that the scripts check for, and a client that prints a greeting. */
const BUILDER = `
const { mkdirSync, writeFileSync } = require('node:fs')
for (const [name, text] of [
  ['main/web.js', ''],
  ['preload/preload.cjs', ''],
  ['renderer/index.html', ''],
  ['main/client.js', "console.log('hello')"],
]) {
  mkdirSync('out/' + name.split('/')[0], { recursive: true })
  writeFileSync('out/' + name, text)
}
console.log('what a builder says')
`

describe('launch scripts', () => {
  let root: string

  const write = (name: string, text = '') => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'chainwright-launch-'))
    write('package.json', '{"type":"module"}')
    mkdirSync(join(root, 'src-main/launch'), { recursive: true })
    for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs'))) {
      copyFileSync(join(import.meta.dirname, name), join(root, 'src-main/launch', name))
    }
    for (const name of ['src-renderer/a.ts', 'src-shared/a.ts', 'electron.vite.config.ts']) write(name)
    write('node_modules/electron-vite/package.json', '{"type":"commonjs"}')
    write('node_modules/electron-vite/bin/electron-vite.js', BUILDER)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function client() {
    const script = join(root, 'src-main/launch/run.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'client'], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('announce the build on standard error at the first start only', () => {
    expect(client()).toEqual({ status: 0, stdout: 'hello\n', stderr: BUILDING })
    expect(client()).toEqual({ status: 0, stdout: 'hello\n', stderr: '' })
  })

  it('announce another build if a source is newer than the build', () => {
    client()
    const later = Date.now() / 1000 + 60
    utimesSync(join(root, 'src-shared/a.ts'), later, later)
    expect(client()).toEqual({ status: 0, stdout: 'hello\n', stderr: BUILDING })
  })

  it('announce the build before the builder runs, above its error messages', () => {
    write('node_modules/electron-vite/bin/electron-vite.js', "console.error('no such thing'); process.exit(3)")
    expect(client()).toEqual({ status: 1, stdout: '', stderr: `${BUILDING}The build failed:\nno such thing\n\n` })
  })

  it('ask for npm ci instead of a build if packages are missing', () => {
    rmSync(join(root, 'node_modules'), { recursive: true })
    const { status, stderr } = client()
    expect(status).toBe(1)
    expect(stderr).toBe('The packages are not installed yet. Run "npm ci" in this folder first.\n')
  })
})
