import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

/** Files and folders that are published under the project's name. */
const PUBLISHED = [
  '.github',
  'resources/package',
  'resources/release.json',
  'package.json',
  'README.md',
  'src-main/packaging',
]

/** Host names reserved for examples (RFC 2606), marks of unfinished work, and placeholders for names. */
const PLACEHOLDER =
  /\w\.(invalid|example)\b|\bexample\.(com|org|net)\b|\b(TODO|FIXME|CHANGEME)\b|<(owner|org|repo|repository|your\b[^>]*)>|\byour-(org|name|user|repo)\b|\bOWNER\/REPO/

function filesBelow(path: string): string[] {
  if (!statSync(join(project, path)).isDirectory()) return [path]
  return readdirSync(join(project, path)).flatMap((name) => filesBelow(`${path}/${name}`))
}

const published = PUBLISHED.flatMap(filesBelow).filter((path) => !path.endsWith('.test.ts'))

/** Returns the lines with a placeholder, each after the path of its file. */
const placeholders = (path: string, text: string) =>
  text
    .split('\n')
    .filter((line) => PLACEHOLDER.test(line))
    .map((line) => `${path}: ${line.trim()}`)

describe('published files', () => {
  it('contain no placeholder for an address, name or text', () => {
    expect(published.length).toBeGreaterThan(20)
    expect(published.flatMap((path) => placeholders(path, readFileSync(join(project, path), 'utf8')))).toEqual([])
  })

  it.each([
    'Maintainer: A <developers@chainwright.invalid>',
    'https://example.com/issues',
    'https://github.com/<owner>/chainwright',
    '# TODO: name somebody',
  ])('fail the check with the placeholder in %s', (line) => {
    expect(placeholders('a file', line)).toHaveLength(1)
  })
})
