import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

const document = readFileSync(join(project, 'resources/docs/glossary.md'), 'utf8')

/** Returns the rows of a section's table, each as its cells. */
function readRows(heading: string): string[][] {
  const section = document.split(`## ${heading}\n`)[1]?.split(/^## /m)[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Texts between backticks. */
const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

const locate = (path: string): string => join(project, path.startsWith('src-') ? path : `src-main/node/${path}`)

describe('glossary.md', () => {
  it.each(['Words of other full nodes', 'Words of this project'])(
    'names a file or folder that exists: %s',
    (heading) => {
      const rows = readRows(heading)
      expect(rows.length).toBeGreaterThan(30)
      const faults = rows.filter(
        ([, , file]) => quoted(file).length === 0 || quoted(file).some((path) => !existsSync(locate(path))),
      )
      expect(faults).toEqual([])
    },
  )

  it('names declarations that are in the files of their row', () => {
    const faults = readRows('Words of other full nodes').flatMap(([word, here, file]) => {
      const text = quoted(file)
        .map((path) => readFileSync(locate(path), 'utf8'))
        .join('\n')
      const names = quoted(here).filter((name) => !name.endsWith('.ts'))
      return names.filter((name) => !text.includes(name)).map((name) => `${word}: ${name}`)
    })
    expect(faults).toEqual([])
  })
})
