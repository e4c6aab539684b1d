import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

/** Folders that hold only what tests need. */
const TEST_ONLY = ['testing']

/** Returns the subfolders of a folder that a text does not name, as `name`, `name/` or one word of a list between backticks. */
function findUnnamed(folder: string, text: string, prefix = ''): string[] {
  const words = new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = '']) => quoted.split(' ')))
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !TEST_ONLY.includes(entry.name))
    .map((entry) => `${prefix}${entry.name}`)
    .filter((name) => !words.has(name) && !words.has(`${name}/`))
}

describe('READMEs of the source folders', () => {
  it.each([
    ['src-main', 'src-main', ''],
    ['src-main', 'src-main/node', ''],
    ['src-main', 'src-main/app', 'app/'],
    ['src-renderer', 'src-renderer', ''],
    ['src-renderer', 'src-renderer/features', ''],
    ['src-shared', 'src-shared', ''],
  ])('%s/README.md names each folder of %s', (home, folder, prefix) => {
    const text = readFileSync(join(project, home, 'README.md'), 'utf8')
    expect(findUnnamed(folder, text, prefix)).toEqual([])
  })

  it('would fail if a folder is not named', () => {
    expect(findUnnamed('src-shared', 'the folders `protocol/` and `sentences chains`')).toEqual(['rpc'])
  })
})
