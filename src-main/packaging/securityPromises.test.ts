/** The promises of .github/SECURITY.md: each names a test that `npm test` runs. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

const HEADING = '## Promises\n'
const TEST = /`([^`\s]+\.test\.ts)`/g
const files = new Set(globSync(['src-*/**/*.test.ts', 'e2e/**/*.test.ts'], { cwd: project }))

/** Returns the bullets and paragraphs below the heading, each as one line. */
function readPromises(document: string): string[] {
  const [, section = ''] = document.split(HEADING)
  const [text = ''] = section.split('\n## ')
  return text
    .split(/\n\n|\n(?=\* )/)
    .map((promise) => promise.replace(/\s+/g, ' ').trim())
    .filter((promise) => promise !== '')
}

/**
 * Returns the tests of each parenthesis that names some. A name without a folder is in the folder of the preceding
 * name.
 */
function listWitnesses(promise: string): string[][] {
  return [...promise.matchAll(/\(([^()]*)\)/g)]
    .map(([, text = '']) => [...text.matchAll(TEST)].map(([, name = '']) => name))
    .filter((names) => names.length > 0)
    .map((names) => {
      let folder = ''
      return names.map((name) => {
        const path = name.includes('/') ? name : `${folder}/${name}`
        folder = path.slice(0, path.lastIndexOf('/'))
        return path
      })
    })
}

/** Returns the faults of a promise: tests that do not exist, or a parenthesis without a test that `npm test` runs. */
function findFaults(promise: string): string[] {
  const begin = promise.slice(0, 60)
  const witnesses = listWitnesses(promise)
  const missing = witnesses.flat().filter((path) => !files.has(path))
  const faults = missing.map((path) => `${begin}: ${path} does not exist`)
  const isBullet = promise.startsWith('* ')
  if (isBullet && witnesses.length === 0) faults.push(`${begin}: names no test`)
  for (const paths of witnesses) {
    if (paths.every((path) => path.endsWith('.extended.test.ts')))
      faults.push(`${begin}: npm test runs none of ${paths}`)
  }
  return faults
}

describe('the security promises', () => {
  const promises = readPromises(readFileSync(join(project, '.github/SECURITY.md'), 'utf8'))

  it('name only tests that exist, and in each parenthesis one that npm test runs', () => {
    expect(promises.filter((promise) => promise.startsWith('* ')).length).toBeGreaterThan(6)
    expect(promises.flatMap(listWitnesses).length).toBeGreaterThan(16)
    expect(promises.flatMap(findFaults)).toEqual([])
  })

  it.each([
    ['* nothing leaves;', /names no test$/],
    ['* nothing leaves (`e2e/hostile/noWayIn.test.ts`)', /noWayIn\.test\.ts does not exist$/],
    ['* it waits (`e2e/hostile/pacing.extended.test.ts`)', /npm test runs none of/],
    ['All is text (`e2e/hostile/noWayOut.test.ts`, `pacing.test.ts`)', /hostile\/pacing\.test\.ts does not exist$/],
  ])('fail the check with the promise %j', (promise, fault) => {
    expect(findFaults(promise)).toEqual([expect.stringMatching(fault)])
  })
})
