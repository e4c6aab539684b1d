import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { indentJson } from '../json.ts'
import { methods } from './index.ts'
import { openRpcDocument } from './openrpc.ts'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }

describe('openRpcDocument', () => {
  // To write the file anew: npx vitest run src-shared/rpc/openrpc.test.ts -u
  it('is what resources/openrpc.json says', async () => {
    const text = `${indentJson(openRpcDocument(version))}\n`
    expect(() => JSON.parse(text)).not.toThrow()
    await expect(text).toMatchFileSnapshot(resolve(root, 'resources/openrpc.json'))
  })

  it('describes every method', () => {
    const document = openRpcDocument(version) as { methods: { name: string }[] }
    expect(document.methods.map(({ name }) => name)).toEqual(Object.keys(methods).toSorted())
  })
})
