import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { BUNDLED_NODES, findBundledNode } from './bundledNode.mjs'

const project = resolve(import.meta.dirname, '../..')
const installed = BUNDLED_NODES[`${process.platform}-${process.arch}`]

describe('BUNDLED_NODES', () => {
  it('names exactly the optional dependencies that contain a Node.js', () => {
    const names = Object.values(BUNDLED_NODES).map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(packageFile.optionalDependencies).toSorted())
  })
})

describe('findBundledNode', () => {
  const text = 'the bytes of a Node.js'
  const file = 'bin/node'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const nodes = { [`${process.platform}-${process.arch}`]: { name: 'node-here', file, sha256 } }
  const time = new Date('2026-01-01T00:00:00Z')
  let folder: string
  let binary: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chainwright-node-'))
    binary = join(folder, 'node_modules/node-here', file)
    mkdirSync(dirname(binary), { recursive: true })
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  const install = (content: string, at = time) => {
    writeFileSync(binary, content)
    utimesSync(binary, at, at)
  }
  const changed = text.replace('bytes', 'byteS')
  const later = new Date(time.getTime() + 1000)

  it.runIf(installed !== undefined)('accepts the binary that npm ci installed', () => {
    const { name = '', file: path = '' } = installed ?? {}
    expect(findBundledNode(project)).toBe(join(project, 'node_modules', name, path))
  })

  it('rejects a binary with one changed byte, and names the file and both checksums', () => {
    install(changed)
    const message = `${binary} is not the Node\\.js of this version: SHA-256 [0-9a-f]{64}, expected ${sha256}`
    expect(() => findBundledNode(folder, nodes)).toThrow(new RegExp(message))
  })

  it('hashes the binary again only after its size or modification time changed', () => {
    install(text)
    expect(findBundledNode(folder, nodes)).toBe(binary)
    install(changed)
    expect(findBundledNode(folder, nodes)).toBe(binary)
    install(changed, later)
    expect(() => findBundledNode(folder, nodes)).toThrow(/is not the Node\.js of this version/)
  })

  it('hashes the binary at each start if no record can be written', () => {
    writeFileSync(join(folder, 'cache'), 'a file in place of the cache folder')
    install(text)
    expect(findBundledNode(folder, nodes)).toBe(binary)
    install(changed)
    expect(() => findBundledNode(folder, nodes)).toThrow(/is not the Node\.js of this version/)
  })

  it('returns undefined if the package is not installed', () => {
    expect(findBundledNode(folder, nodes)).toBeUndefined()
  })

  it('throws on a platform without a bundled Node.js', () => {
    expect(() => findBundledNode(folder, {})).toThrow(
      `Chainwright does not include Node.js for ${process.platform}-${process.arch}.`,
    )
  })
})
